/** Environment variables, as of `process.env`. */
export type Environment = Record<string, string | undefined>;
