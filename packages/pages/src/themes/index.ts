// All themes, by the names that microsites have them by.

/** The names of the themes that there are; the first is what a microsite has that asks for none. */
export const themeNames: readonly string[] = ['default', 'light', 'dark', 'minimal']
