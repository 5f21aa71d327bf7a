// Parts of a page that are folded.

/** Opens the sections that an element is in. */
export function openSectionsAround(element: Element | null | undefined): void {
  for (
    let section = element?.closest('details');
    section;
    section = section.parentElement?.closest('details')
  )
    section.open = true
}
