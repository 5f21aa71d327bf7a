// The error for a setting that can't be used.

/** The message names the setting and says what to do; it is the only line that the process prints before it exits. */
export class ConfigError extends Error {}
