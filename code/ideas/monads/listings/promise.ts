// A promise never holds a promise: unit flattens, and left identity fails.
const assertEqual = (actual: unknown, expected: unknown): void => {
  if (actual !== expected)
    throw new Error(`expected ${expected}, but got ${actual}`)
}

const isPromise = async (x: unknown): Promise<boolean> =>
  x instanceof Promise

const run = async (): Promise<void> => {
  const a: unknown = Promise.resolve(0)
  const left = await Promise.resolve(a).then(isPromise) // unit(a) >>= f
  const right = await isPromise(a) // f(a)
  assertEqual(left, false)
  assertEqual(right, true)

  // Optional chaining takes a present undefined for an absent value.
  const f = (x: undefined): string => `called with ${x}`
  const box: { value: undefined; chain?: undefined } = { value: undefined }
  const chained = box.value === undefined ? undefined : f(box.value)
  assertEqual(chained, undefined)
  assertEqual(f(undefined), 'called with undefined')
}

void run()
