// A setting that can't be used.

/** Its message names the setting and tells what would do; the process ends with it as its one line. */
export class ConfigError extends Error {}
