import { startGuarded } from '../../../../infra/dev/guard.ts';

/**
 * Guards a server that takes the temporary folder of the first argument, and prints what the server prints: its pid. Ends
 * by itself when the second argument says so, and otherwise lives until it is killed. On SIGINT it reports that, and lives.
 */
const [temporaryFolder, ending] = process.argv.slice(2);
const server = startGuarded({
  program: process.execPath,
  args: ['--eval', 'console.log(process.pid); setInterval(() => {}, 1000)'],
  temporaryFolder,
});
process.on('SIGINT', () => console.log('interrupted'));
while (server.output() === '') await new Promise((resolve) => setTimeout(resolve, 5));
console.log(server.output());
if (ending === 'exit') process.exit(0);
if (ending === 'throw') throw new Error('as programs do');
