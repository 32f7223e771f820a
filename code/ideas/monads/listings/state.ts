// State in TypeScript: a function from a state to an answer and a new state.
export type State<S, A> = (s: S) => [A, S]

export const unit = <S, A>(a: A): State<S, A> => (s) => [a, s]

export const bind =
  <S, A, B>(m: State<S, A>, f: (a: A) => State<S, B>): State<S, B> =>
  (s) => {
    const [a, next] = m(s)
    return f(a)(next)
  }

export const get = <S>(): State<S, S> => (s) => [s, s]
export const put = <S>(s: S): State<S, void> => () => [undefined, s]

// Fresh names, the way a compiler makes them: the state is the next number.
export const fresh: State<number, string> = bind(get<number>(), (n) =>
  bind(put(n + 1), () => unit(`x${n}`)),
)

export const threeNames: State<number, string[]> = bind(fresh, (a) =>
  bind(fresh, (b) =>
    bind(fresh, (c) => unit<number, string[]>([a, b, c])),
  ),
)

const assertEqual = (actual: unknown, expected: unknown): void => {
  const [a, e] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (a !== e) throw new Error(`expected ${e}, but got ${a}`)
}

assertEqual(threeNames(0), [['x0', 'x1', 'x2'], 3])
assertEqual(threeNames(7), [['x7', 'x8', 'x9'], 10])
