// `npm run package:cli`: builds the packages of the command line and of the server into `.cache/packages`.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgram } from '../../runtime/commands/program.ts';
import { buildCli } from './build-cli.ts';
import { makeDeb } from './packages/make-deb.ts';
import { makeTarball } from './packages/make-tarball.ts';
import { nodeBinary } from './packages/node-binary.ts';
import { copyProductionPackages } from './packages/copy-production-packages.ts';
import { stageServer } from './packages/stage-server.ts';
import { stageTree } from './packages/stage-tree.ts';

const PROJECT = join(import.meta.dirname, '..', '..');
const CACHE = join(PROJECT, '.cache');
const OUT = join(CACHE, 'packages');

const { npm: isNpmAlone } = createProgram(
  'npm run package:cli --',
  'Builds the packages of `tt` and of the server into `.cache/packages`.',
)
  .option('--npm', 'builds only the packages for npm')
  .parse()
  .opts<{ npm?: true }>();
// Both builds of the pages and of the archives use this time.
const epoch = Number((process.env['SOURCE_DATE_EPOCH'] ??= String(Math.floor(Date.now() / 1_000))));
const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { version: string };

rmSync(OUT, { recursive: true, force: true });
const stage = join(OUT, 'stage');
mkdirSync(stage, { recursive: true });

const cli = join(stage, 'cli');
await buildCli(join(cli, 'dist'));
cpSync(join(PROJECT, 'LICENSE'), join(cli, 'LICENSE'));
const manifest = JSON.parse(readFileSync(join(PROJECT, 'cli', 'package.json'), 'utf8')) as Record<string, unknown>;
// The pages are built already, so the released manifest has no scripts.
const { scripts: _scripts, ...released } = manifest;
writeFileSync(join(cli, 'package.json'), `${JSON.stringify(released, undefined, 2)}\n`);
packForNpm(cli);

const server = join(stage, 'server');
await stageServer(PROJECT, server);
packForNpm(server);

if (isNpmAlone !== true) {
  const tree = join(stage, `tt-${version}-linux-x64`);
  stageTree(tree, { cli: join(cli, 'dist'), node: nodeBinary(CACHE) });
  cpSync(join(PROJECT, 'LICENSE'), join(tree, 'LICENSE'));
  const packages = join(tree, 'lib', 'truetally', 'node_modules');
  copyProductionPackages(PROJECT, packages);
  cpSync(server, join(packages, '@truetally', 'server'), { recursive: true });
  await makeTarball(tree, join(OUT, `tt-${version}-linux-x64.tar.xz`), epoch);
  const root = join(stage, 'deb');
  mkdirSync(root);
  renameSync(tree, join(root, 'usr'));
  rmSync(join(root, 'usr', 'LICENSE'));
  makeDeb({ project: PROJECT, root, version, epoch, file: join(OUT, `truetally_${version}_amd64.deb`) });
}
rmSync(stage, { recursive: true });

function packForNpm(folder: string): void {
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', OUT], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
