import { connect } from '../src/client/index.ts';
import { createLogger } from '../src/telemetry/logger.ts';
import { installRuntime } from '../src/worker/index.ts';
import { startFloor } from './floor.ts';
import { startSkillrun } from './local-skillrun.ts';
import { measureParts, partFigures, type Parts } from './parts.ts';
import type { Figure } from './report.ts';
import { sandboxStarts } from './sandbox-starts.ts';
import type { Benchmark } from './stand.ts';
import { median } from './statistics.ts';
import { startStubModel } from './stub-model.ts';

const ROUNDS = 7;
const ITERATIONS = 60;
/** Of the same Temporal server's bare loop of two steps. */
const AIM = 1.5;

/** Median milliseconds of an iteration of each contender in one round. */
interface Round {
  floor: number;
  floorOneQueue: number;
  /** The floor with `true` in a sandbox as its second step. */
  floorNone: number;
  floorBwrap: number;
  none: number;
  bwrap: number;
}

/**
 * An iteration of skillrun with a command that does nothing, against the least that Temporal needs for two durable
 * steps. All contenders take turns on the same servers and in the same process, and ratios are of runs of the same
 * round, so that what else the machine does falls on all of them.
 */
export const measureIteration: Benchmark = async (stand) => {
  Object.assign(process.env, stand.servers.environment);
  await using _runtime = installRuntime(createLogger({ level: 'error', pretty: true }));
  await using client = await connect(stand.servers.environment);
  await using model = await startStubModel();
  const sandboxes = await sandboxStarts(stand.folder);
  await using floor = await startFloor(client.temporal, stand.servers.temporal.address, sandboxes);
  await using none = await startSkillrun(stand, model, 'none');
  await using bwrap = await startSkillrun(stand, model, 'bwrap');
  const parts = await measureParts(stand, model, sandboxes);

  const iterations = ITERATIONS;
  const takeTurns = async (): Promise<Round> => ({
    floor: median(await floor.run({ iterations, second: 'nothing' })),
    none: median(await none.run(iterations)),
    floorNone: median(await floor.run({ iterations, second: 'none' })),
    bwrap: median(await bwrap.run(iterations)),
    floorBwrap: median(await floor.run({ iterations, second: 'bwrap' })),
    floorOneQueue: median(await floor.run({ iterations, second: 'nothing', oneQueue: true })),
  });
  stand.say('iteration: warming up');
  await takeTurns();
  const rounds: Round[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    stand.say(`iteration: round ${round} of ${ROUNDS}`);
    rounds.push(await takeTurns());
  }
  return {
    title: `One iteration: a model call and the command \`true\` (medians of ${ROUNDS} runs of ${ITERATIONS})`,
    figures: [...figuresOf(rounds, parts), ...partFigures(parts)],
  };
};

function figuresOf(rounds: Round[], parts: Parts): Figure[] {
  const over = (measure: (round: Round) => number): number => median(rounds.map(measure));
  const ms = (what: string, measure: (round: Round) => number): Figure => ({ what, value: over(measure), unit: 'ms' });
  const ratio = (what: string, measure: (round: Round) => number): Figure => {
    return { what, value: over(measure), unit: '×', aim: AIM };
  };
  return [
    ms('floor: two bare activities, the second on a queue of its own', ({ floor }) => floor),
    ms('floor with both on the queue of the workflow', ({ floorOneQueue }) => floorOneQueue),
    ms('skillrun, sandbox none', ({ none }) => none),
    ms('skillrun, sandbox bwrap', ({ bwrap }) => bwrap),
    ms('`true` in sandbox none, in the floor', ({ floorNone, floor }) => floorNone - floor),
    ms('`true` in sandbox bwrap, in the floor', ({ floorBwrap, floor }) => floorBwrap - floor),
    ratio('none / floor, without `true` in the floor', (round) => (round.none - round.floorNone) / round.floor + 1),
    ratio('bwrap / floor, without `true` in the floor', (round) => (round.bwrap - round.floorBwrap) / round.floor + 1),
    ratio('none / floor, without `true` alone', ({ none, floor }) => (none - parts.none) / floor),
    ratio('bwrap / floor, without `true` alone', ({ bwrap, floor }) => (bwrap - parts.bwrap) / floor),
  ];
}
