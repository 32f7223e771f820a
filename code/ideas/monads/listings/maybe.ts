// Maybe in TypeScript: the value is there, or it is not.
export type Maybe<A> = { kind: 'just'; value: A } | { kind: 'nothing' }

export const just = <A>(value: A): Maybe<A> => ({ kind: 'just', value })
export const nothing: Maybe<never> = { kind: 'nothing' }

// eta
export const unit = just

// >>=
export const bind = <A, B>(m: Maybe<A>, f: (a: A) => Maybe<B>): Maybe<B> =>
  m.kind === 'nothing' ? m : f(m.value)

// Number('') and Number(' ') are 0, Number('hey') is NaN: guard both.
export const parseNumber = (text: string): Maybe<number> => {
  const n = text.trim() === '' ? NaN : Number(text)
  return Number.isFinite(n) ? just(n) : nothing
}

export const reciprocal = (n: number): Maybe<number> =>
  n === 0 ? nothing : just(1 / n)

export const safeSqrt = (n: number): Maybe<number> =>
  n < 0 ? nothing : just(Math.sqrt(n))

export const compute = (text: string): Maybe<number> =>
  bind(bind(parseNumber(text), reciprocal), safeSqrt)

const assertEqual = (actual: unknown, expected: unknown): void => {
  const [a, e] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (a !== e) throw new Error(`expected ${e}, but got ${a}`)
}

assertEqual(compute('4'), just(0.5))
assertEqual(compute('0'), nothing) // division by zero
assertEqual(compute('-4'), nothing) // square root of a negative number
assertEqual(compute('hey'), nothing) // not a number
assertEqual(parseNumber(''), nothing) // not zero
