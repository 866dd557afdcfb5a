// `npm start`: installs missing dependencies, and then runs the launcher.
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { endWithParent } from './end-with-parent.mjs';
import { prepare, project } from './prepare.mjs';
import { portFaults } from './start/port-faults.mjs';
import { runningAlready } from './start/running-already.mjs';

// The help is printed before anything is installed, so no package can print it.
const USAGE = `Usage: npm start [-- --show-credentials]

Installs missing dependencies, and runs the complete system on this machine: API, worker, gateway, Temporal, Postgres
and ClickHouse, with demo traffic. All data is in .data/ (TRUETALLY_DATA). Ctrl-C stops the system, and the next start
continues with the same data.

--show-credentials prints the credential of the demo's owner, which otherwise is only in .data/connection.json.

Environment variables set the ports and all other settings (docs/configuration.md), for example
TRUETALLY_PORT=7170 npm start. Ports are checked before anything is installed.`;

explain();
endWithParent();
process.chdir(project);
const obstacle = (await runningAlready(process.env)) ?? (await portFaults(process.env));
if (obstacle !== undefined) {
  console.error(`truetally: ${obstacle}`);
  process.exit(1);
}
await prepare();
process.setSourceMapsEnabled(true);
const { bundlePrograms, programFile } = await import('../runtime/programs.mjs');
await bundlePrograms();
await import(pathToFileURL(programFile('launcher/launch.ts')).href);

function explain() {
  try {
    const options = { help: { type: 'boolean', short: 'h' }, 'show-credentials': { type: 'boolean' } };
    const { values } = parseArgs({ options });
    if (values.help !== true) return;
    console.log(USAGE);
    process.exit(0);
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
}
