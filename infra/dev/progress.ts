/** Takes one line for a person about what takes long: a download, a build, a server's own words. */
export type Progress = (line: string) => void;
