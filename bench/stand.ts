import type { Environment } from '../infra/dev/environment.ts';
import type { Report } from './report.ts';

/** What benchmarks work with. */
export interface Stand {
  /** Temporal and an S3 gateway of this bench run's own. */
  servers: Environment;
  /** A folder that is gone at the end. */
  folder: string;
  /** Takes a line about what is going on. */
  say(line: string): void;
}

export type Benchmark = (stand: Stand) => Promise<Report>;
