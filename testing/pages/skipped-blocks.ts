import type { PageBlock } from './page-blocks.ts';

const DOCKER = 'needs Docker, which machines of CI do not have';
const SERVERS = 'needs servers of your own';

/** The blocks of pages that are not run, by their first line, with the reason. */
const LEFT_OUT: readonly { readonly page: string; readonly begins: string; readonly why: string }[] = [
  { page: 'README.md', begins: 'npm start ', why: 'starts the system that runs, and every test' },
  { page: 'README.md', begins: 'cp .env.example .env', why: DOCKER },
  { page: 'docs/backup-and-restore.md', begins: 'npm run restore', why: 'needs a system that is stopped' },
  { page: 'docs/backup-and-restore.md', begins: '# Back up, while everything runs.', why: DOCKER },
  { page: 'docs/backup-and-restore.md', begins: '# 1. Stop every api and worker.', why: DOCKER },
  { page: 'docs/cli.md', begins: 'tt demo', why: 'starts a second system' },
  { page: 'docs/cli.md', begins: 'export ANTHROPIC_API_KEY', why: 'starts a second system, with a key of a provider' },
  { page: 'docs/cli.md', begins: 'tt wrap', why: 'needs Claude Code; test/unit/cli/local wraps another program' },
  { page: 'docs/cli/govern-reconcile.md', begins: 'curl -sS', why: 'needs your configuration file' },
  { page: 'docs/client.md', begins: 'npm pack', why: 'test/api/clients/packed-client.test.ts packs and installs it' },
  { page: 'docs/client.md', begins: 'npx openapi-typescript', why: 'test/api/clients/generated-clients.test.ts does' },
  { page: 'docs/first-service.md', begins: 'umask 077; printf', why: 'asks a person; the test writes the same file' },
  { page: 'docs/guardrails.md', begins: 'tt guardrails test', why: 'needs your configuration file' },
  { page: 'docs/install.md', begins: 'cp .env.example .env', why: DOCKER },
  { page: 'docs/install.md', begins: 'op() {', why: DOCKER },
  { page: 'docs/install.md', begins: 'export TRUETALLY_DATABASE_URL_FILE', why: SERVERS },
  { page: 'docs/install.md', begins: 'tcld namespace create', why: 'needs an account of Temporal Cloud' },
  { page: 'docs/operate.md', begins: 'export TRUETALLY_JOURNAL=', why: SERVERS },
  { page: 'docs/playback.md', begins: 'npm run playback', why: 'runs until somebody stops it' },
  { page: 'docs/sign-on.md', begins: 'curl -sS -b .data/cookies', why: 'needs a session, as in first-service.md' },
  { page: 'docs/sign-on.md', begins: 'npm run operator -- user bind', why: 'needs a user of an OpenID provider' },
  { page: 'docs/testing-schedules.md', begins: 'npm test', why: 'runs tests that are run anyway' },
  { page: 'docs/upgrade.md', begins: '# Docker Compose:', why: DOCKER },
  { page: 'docs/versioning.md', begins: 'npm run release', why: 'changes the version of the project' },
  { page: 'docs/ways-in/opentelemetry.md', begins: 'pip install', why: '`npm run senders` installs them' },
];

export function isSkippedBlock({ page, code }: PageBlock): boolean {
  return LEFT_OUT.some((left) => left.page === page && code.startsWith(left.begins));
}

/** The entries of the list that match no block of any page. */
export function staleEntries(blocks: readonly PageBlock[]): string[] {
  return LEFT_OUT.filter(
    ({ page, begins }) => !blocks.some((block) => block.page === page && block.code.startsWith(begins)),
  ).map(({ page, begins }) => `${page}: ${begins}`);
}
