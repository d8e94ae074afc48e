import { connect } from '../src/client/index.ts';
import type { Sandbox } from '../src/sandbox/port.ts';
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
interface Round extends Record<Sandbox['name'], Pair> {
  floor: number;
  floorOneQueue: number;
}

interface Pair {
  skillrun: number;
  /** The floor with the same work in its steps: the stub is asked, and `true` runs in the sandbox. */
  floorWithWork: number;
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
  const work = { ...sandboxes, stub: model.ask };
  await using floor = await startFloor(client.temporal, stand.servers.temporal.address, work);
  await using none = await startSkillrun(stand, model, 'none');
  await using bwrap = await startSkillrun(stand, model, 'bwrap');
  const parts = await measureParts(stand, model, sandboxes);

  const iterations = ITERATIONS;
  const takeTurns = async (): Promise<Round> => ({
    floor: median(await floor.run({ iterations, steps: ['nothing', 'nothingMore'] })),
    none: {
      skillrun: median(await none.run(iterations)),
      floorWithWork: median(await floor.run({ iterations, steps: ['stub', 'none'] })),
    },
    bwrap: {
      skillrun: median(await bwrap.run(iterations)),
      floorWithWork: median(await floor.run({ iterations, steps: ['stub', 'bwrap'] })),
    },
    floorOneQueue: median(await floor.run({ iterations, steps: ['nothing', 'nothingMore'], oneQueue: true })),
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
    figures: [
      ...floorFigures(rounds),
      ...sandboxFigures('none', rounds, parts),
      ...sandboxFigures('bwrap', rounds, parts),
      ...partFigures(parts),
    ],
  };
};

function floorFigures(rounds: Round[]): Figure[] {
  return [
    {
      what: 'floor: two bare activities, the second on a queue of its own',
      value: median(rounds.map(({ floor }) => floor)),
      unit: 'ms',
    },
    {
      what: 'floor with both on the queue of the workflow',
      value: median(rounds.map(({ floorOneQueue }) => floorOneQueue)),
      unit: 'ms',
    },
  ];
}

/** The aim is for what skillrun adds: without the model's time and the start of the sandbox, measured in two ways. */
function sandboxFigures(name: Sandbox['name'], rounds: Round[], parts: Parts): Figure[] {
  const added = rounds.map((round) => 1 + (round[name].skillrun - round[name].floorWithWork) / round.floor);
  const rest = rounds.map((round) => (round[name].skillrun - parts.stub - parts[name]) / round.floor);
  return [
    { what: `${name}: skillrun`, value: median(rounds.map((round) => round[name].skillrun)), unit: 'ms' },
    {
      what: `${name}: floor with the stub and \`true\` as its steps`,
      value: median(rounds.map((round) => round[name].floorWithWork)),
      unit: 'ms',
    },
    { what: `${name}: skillrun / floor, without their cost in the floor`, value: median(added), unit: '×', aim: AIM },
    { what: `${name}: skillrun / floor, without their cost alone`, value: median(rest), unit: '×', aim: AIM },
  ];
}
