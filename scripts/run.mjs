// Runs one of our programs from its bundle: `node scripts/run.mjs operator/operator.ts gap list`.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundlePrograms, programFile } from '../runtime/programs.mjs';
import { endWithParent } from './end-with-parent.mjs';
import { project } from './prepare.mjs';

const main = process.argv[2];
process.argv.splice(1, 2, join(project, main));
endWithParent();
process.setSourceMapsEnabled(true);
await bundlePrograms();
await import(pathToFileURL(programFile(main)).href);
