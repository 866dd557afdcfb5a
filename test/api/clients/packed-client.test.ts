import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import service from '../../../package.json' with { type: 'json' };
import { serveApi } from '../../../testing/api/served-api.ts';
import { createManagementFixture } from '../../../testing/apps/management-fixture.ts';
import { browserFetch } from '../../../testing/clients/browser-fetch.ts';
import { JOURNEY_OUTCOME } from '../../../testing/clients/journey-outcome.ts';
import { compileOutside, PROJECT_FOLDER, readCommandOutput } from '../../../testing/clients/outside-project.ts';

const SITE = 'https://console.example.com';
const MINUTES = 180_000;

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

interface Manifest {
  readonly version: string;
  readonly dependencies?: object;
  readonly peerDependencies?: object;
}

let folder: string;
let packed: Packed;

/** Packs the client and installs it in a folder without access to our other packages and to registries. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'truetally-outside-'));
  await cp(join(PROJECT_FOLDER, 'test/outside/packed'), folder, { recursive: true });
  const client = join(PROJECT_FOLDER, 'clients', 'typescript');
  [packed] = JSON.parse(
    await readCommandOutput('npm', ['pack', '--silent', '--json', '--pack-destination', folder], client),
  ) as [Packed];
  await rm(join(client, 'dist'), { recursive: true });
  const offline = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  await readCommandOutput('npm', ['install', ...offline, join(folder, packed.filename)], folder);
  await compileOutside(folder);
}, MINUTES);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the packed client', () => {
  it('consists only of built JavaScript and its types', () => {
    const others = packed.files
      .map(({ path }) => path)
      .filter((path) => !/^dist\/(?:(?:management|transport|resources)\/)?[a-z-]+(\.d\.ts|\.js)$/.test(path));
    expect(others.sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
  });

  it('needs no other package, and has the version of its service', async () => {
    const manifest = JSON.parse(
      await readFile(join(PROJECT_FOLDER, 'clients/typescript/package.json'), 'utf8'),
    ) as Manifest;
    expect([manifest.dependencies, manifest.peerDependencies]).toEqual([undefined, undefined]);
    expect(manifest.version).toBe(service.version);
  });

  it('works in a module of an external project, compiled against its types', async () => {
    const outcome = await readCommandOutput(process.execPath, ['node.mjs', JSON.stringify(await serveApi())], folder);
    expect(JSON.parse(outcome)).toEqual(JOURNEY_OUTCOME);
  });

  it('works in a CommonJS script through require', async () => {
    expect(await readCommandOutput(process.execPath, ['require.cjs', JSON.stringify(await serveApi())], folder)).toBe(
      '[]',
    );
  });

  it('has a separate entry point for the management plane', async () => {
    const { app, judges } = createManagementFixture();
    judges.push({
      judge_id: 'judge.safety',
      model: 'm',
      prompt_sha: 'p',
      eval_ver: '1',
      metric: 'safety',
      segment: 'chat',
    });
    const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' });
    const outcome = await readCommandOutput(process.execPath, ['management.mjs', baseUrl, 'known'], folder);
    expect(JSON.parse(outcome)).toEqual({ judge: 'judge.safety', refused: [404, 'not_found'] });
  });
});

/** The page of the external project as one script. Code that needs Node cannot be bundled for a browser. */
async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: ['browser.mjs'],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/** Runs the page with the Web's globals and without Node's. */
async function visit(origin: string, place: object): Promise<unknown> {
  const web = {
    ...{ AbortController, AbortSignal, Headers, Request, Response, TextDecoder, TextEncoder, URL, URLSearchParams },
    ...{ clearTimeout, performance, setTimeout },
  };
  const page = createContext({ ...web, place, fetch: browserFetch(origin) }) as { outcome: Promise<unknown> };
  runInContext(await bundled(), page);
  return page.outcome;
}

describe('the packed client in a page', () => {
  it('of an allowed origin completes the journey, including preflights and exposed headers', async () => {
    const place = await serveApi({ allowedOrigins: [SITE] });
    expect(await visit(SITE, place)).toEqual(JOURNEY_OUTCOME);
  });

  it('of any other origin gets no answer and creates nothing', async () => {
    const place = await serveApi({ allowedOrigins: [SITE] });
    await expect(visit('https://elsewhere.example.com', place)).rejects.toMatchObject({
      name: 'TruetallyConnectionError',
    });
    expect(await readCommandOutput(process.execPath, ['require.cjs', JSON.stringify(place)], folder)).toBe('[]');
  });
});
