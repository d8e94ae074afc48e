import type { ExecuteBashInput, ExecuteBashResult } from '../src/contract/activities.ts';
import type { SandboxResult } from '../src/sandbox/port.ts';
import { redact } from '../src/sandbox/secrets.ts';
import type { Attempt } from './activity.ts';
import type { Dependencies } from './dependencies.ts';
import { claimStep, settleStep, type ExternalStep } from './external-step.ts';
import { secretValues } from './secret-values.ts';
import { toToolOutput } from './tool-output.ts';

const UNKNOWN = {
  success: false,
  outcome: 'unknown',
  error:
    'The host died while this command ran, so nobody knows whether it took effect outside. It was not run again. Check what it did before you repeat it.',
};

/** Runs one command on the workspace at its snapshot and takes the next snapshot. */
export async function executeBash(
  input: ExecuteBashInput,
  attempt: Attempt,
  { store, sandbox, workspaces, skills, secrets: source }: Dependencies,
): Promise<ExecuteBashResult> {
  const { prefix, signal } = attempt;
  const external = input.effects === 'external';
  const skillDir = await skills.folder(input.skill, signal);
  const secrets = secretValues(input.secrets, source);
  const { value, snapshot } = await workspaces.change(
    input.workspaceId,
    input.snapshot,
    signal,
    async (workspace, stop) => {
      // Claimed only now: a fault on the way here has started nothing.
      const claim: ExternalStep = external ? await claimStep(store, input.step, attempt) : { state: 'ours' };
      if (claim.state !== 'ours') return claim;
      const result = await sandbox.run({
        command: input.command,
        workspace,
        skillDir,
        variables: { ...input.variables, ...secrets },
        network: external,
        timeoutMs: input.timeoutSeconds * 1000,
        signal: stop,
      });
      return { state: 'ran' as const, result };
    },
  );
  if (value.state === 'settled') return value.result;
  if (value.state === 'unknown') return { output: { type: 'inline', value: UNKNOWN }, snapshot };
  const answer = bashAnswer(value.result, input.timeoutSeconds, (text) => redact(text, secrets));
  const result = { output: await toToolOutput(answer, store, prefix, signal), snapshot };
  if (external) await settleStep(store, input.step, attempt, result);
  return result;
}

function bashAnswer(
  { stdout, stderr, exitCode, timedOut }: SandboxResult,
  timeoutSeconds: number,
  clean: (text: string) => string,
): Record<string, unknown> {
  return {
    success: exitCode === 0,
    stdout: clean(stdout.shown),
    stderr: clean(stderr.shown),
    exitCode,
    ...(timedOut ? { error: `The command was stopped: its time of ${timeoutSeconds} seconds was over.` } : {}),
  };
}
