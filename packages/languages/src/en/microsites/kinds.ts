// The names of component kinds in other languages. The English names are in the contract, where kinds are declared; they
// are used for kinds that a language doesn't name.

export const componentKinds: { readonly [kind: string]: { name: string; description: string } | undefined } =
  {}
