// The filters of the page of changes, in the URL.

/** The kinds of people and programs that changes can be filtered by. */
export const filterKinds = ['person', 'key', 'application', 'agent'] as const

export interface ChangesSearch {
  kind?: (typeof filterKinds)[number]
  /** The id of a key or application. */
  by?: string
}

/** As the API takes them. */
const longestId = 100

/** Keeps valid values and drops everything else, because people also type and edit URLs. */
export function readChangesSearch({ kind, by }: Record<string, unknown>): ChangesSearch {
  const known = filterKinds.find((one) => one === kind)
  return {
    ...(known ? { kind: known } : {}),
    ...(typeof by === 'string' && /^\S+$/.test(by) && by.length <= longestId ? { by } : {}),
  }
}
