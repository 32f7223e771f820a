// One generic Monad interface: each type constructor has a name, as in fp-ts.
export interface Kinds<A> {
  Maybe: { kind: 'just'; value: A } | { kind: 'nothing' }
  List: readonly A[]
}
export type Name = keyof Kinds<unknown>
export type Kind<T extends Name, A> = Kinds<A>[T]

export interface Monad<T extends Name> {
  unit: <A>(a: A) => Kind<T, A>
  bind: <A, B>(m: Kind<T, A>, f: (a: A) => Kind<T, B>) => Kind<T, B>
}

export const maybe: Monad<'Maybe'> = {
  unit: (value) => ({ kind: 'just', value }),
  bind: (m, f) => (m.kind === 'nothing' ? m : f(m.value)),
}

export const list: Monad<'List'> = {
  unit: (a) => [a],
  bind: (m, f) => m.flatMap(f),
}

// Written once, for every monad.
export const join =
  <T extends Name>(monad: Monad<T>) =>
  <A>(mm: Kind<T, Kind<T, A>>): Kind<T, A> =>
    monad.bind<Kind<T, A>, A>(mm, (m) => m)

const assertEqual = (actual: unknown, expected: unknown): void => {
  const [a, e] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (a !== e) throw new Error(`expected ${e}, but got ${a}`)
}

assertEqual(join(list)([[1, 2], [], [3]]), [1, 2, 3])
assertEqual(join(maybe)(maybe.unit(maybe.unit(1))), maybe.unit(1))
