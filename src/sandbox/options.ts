/** What commands get from their host, beside their workspace and their skill. Absolute paths. */
export interface SandboxOptions {
  /** A `node_modules` folder with the libraries that skills' scripts may import. */
  toolboxDir: string;
  /** The program that commands find as `node`. Its file is named `node`. */
  nodePath: string;
}
