// `npm start`: installs what is missing, then becomes the launcher.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, project } from './prepare.mjs';

prepare();
process.chdir(project);
const { register } = await import('tsx/esm/api');
register();
await import(pathToFileURL(join(project, 'platform', 'launch.ts')).href);
