/** A process that runs one command in a sandbox: `node dying-host.ts NAME COMMAND`. It passes on what the command writes. */
import { openRoom } from './room.ts';

const [, , name, command] = process.argv;
const room = await openRoom(name === 'bwrap' ? 'bwrap' : 'none');
await room.run(command ?? '', { onOutput: (chunk) => process.stdout.write(chunk) });
