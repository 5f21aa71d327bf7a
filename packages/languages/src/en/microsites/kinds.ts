// The names of the kinds of component in other languages. English ones are in the contract, beside what else it says of
// a kind; a kind that a language doesn't name has its English name.

export const componentKinds: { readonly [kind: string]: { name: string; description: string } | undefined } =
  {}
