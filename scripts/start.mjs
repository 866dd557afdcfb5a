// `npm start`: installs missing dependencies, and then runs the launcher.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { endWithParent } from './end-with-parent.mjs';
import { prepare, project } from './prepare.mjs';
import { portFaults } from './start/port-faults.mjs';
import { runningAlready } from './start/running-already.mjs';

// The help is printed before anything is installed, so no package can print it.
const USAGE = `Usage: npm start [-- --show-credentials] [-- --demo-requests <number>]

Installs missing dependencies, and runs the complete system on this machine: API, worker, gateway, Temporal, Postgres
and ClickHouse, with demo traffic. All data is in .data/ (TRUETALLY_DATA). Ctrl-C stops the system, and the next start
continues with the same data.

--show-credentials prints the credential of the demo's owner, which otherwise is only in .data/connection.json.
--demo-requests sets the number of synthetic requests of a new data folder; default 3000.

Environment variables set the ports and all other settings (docs/configuration.md), for example
TRUETALLY_PORT=7170 npm start. Ports are checked before anything is installed.`;

const { 'no-install': isComplete = false } = readFlags();
endWithParent();
process.chdir(project);
const obstacle = (await runningAlready(process.env)) ?? (await portFaults(process.env));
if (obstacle !== undefined) {
  console.error(`truetally: ${obstacle}`);
  process.exit(1);
}
await prepare({ mayInstall: !isComplete });
// A command that runs already must not be replaced under its feet.
if (!isComplete) buildCommandLine();
process.setSourceMapsEnabled(true);
const { bundlePrograms, programFile } = await import('../runtime/programs.mjs');
await bundlePrograms();
await import(pathToFileURL(programFile('launcher/launch.ts')).href);

/** Builds `tt` for the terminals of this system, which takes a second. The system also runs without it. */
function buildCommandLine() {
  const build = join(project, 'scripts', 'cli', 'build-command.ts');
  if (!existsSync(build)) return;
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', build], { cwd: project, stdio: 'inherit' });
  if (status !== 0) console.error('truetally: The command line tt could not be built. The system starts without it.');
}

function readFlags() {
  try {
    const options = {
      help: { type: 'boolean', short: 'h' },
      'show-credentials': { type: 'boolean' },
      'demo-requests': { type: 'string' },
      // For commands that fetch nothing.
      'no-install': { type: 'boolean' },
    };
    const { values } = parseArgs({ options });
    if (values.help !== true) return values;
    console.log(USAGE);
    process.exit(0);
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
}
