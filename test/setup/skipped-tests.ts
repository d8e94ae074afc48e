import type { Reporter, TestCase, TestModule } from 'vitest/node';

/**
 * Says which tests were skipped because this machine lacks what they need, by the reason that they gave
 * (`context.skip('why, and what would change it')`). With `SKILLRUN_TEST_SKIPS=forbid` any test that did not run fails
 * the run.
 */
export class SkippedTests implements Reporter {
  private readonly forbidden = process.env['SKILLRUN_TEST_SKIPS'] === 'forbid';

  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    const toTell = this.forbidden ? skipped : skipped.filter((test) => reasonOf(test) !== undefined);
    if (toTell.length === 0) return;
    const reasons = Map.groupBy(toTell, (test) => reasonOf(test) ?? 'no reason given');
    const lines = [...reasons].map(
      ([reason, tests]) => ` ${reason}:${tests.map((test) => `\n   ${nameOf(test)}`).join('')}`,
    );
    const title = this.forbidden ? 'Skipped, which is not allowed in this run' : 'Skipped';
    process.stderr.write(`\n ${title}: ${toTell.length}\n${lines.join('\n')}\n`);
    if (this.forbidden) process.exitCode = 1;
  }
}

function reasonOf(test: TestCase): string | undefined {
  const result = test.result();
  return result.state === 'skipped' ? result.note : undefined;
}

function nameOf(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName}`;
}
