// How Number reads each input, and what compute makes of it; for comparison with the others.
import { compute, type Maybe } from './maybe.js'
import { threeNames } from './state.js'

declare const process: { argv: string[] }
declare const console: { log: (text: string) => void }

const orNull = (m: Maybe<number>): number | null => (m.kind === 'just' ? m.value : null)
const inputs: string[] = process.argv.slice(2)

console.log(
  JSON.stringify({
    parse: inputs.map((text) => String(Number(text))),
    compute: inputs.map((text) => orNull(compute(text))),
    threeNames: threeNames(0),
  }),
)
