import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', 'docs', 'decisions');

const TEMPLATE = `# 0000: What is decided, in a few words

## Context

What made a decision necessary: what the contract leaves open, what was measured or seen to fail.

## Decision

What holds now, as sentences that a test could be written for.

## Alternatives

What else was looked at, and what speaks against each.

## Consequences

What it costs, what it makes possible, and what would be a reason to decide anew.`;

/** `docs/decisions/README.md`: how a decision is written, and every one there is by its number and title. */
export async function decisionIndex(): Promise<string> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}-.*\.md$/.test(name)).sort();
  const rows = await Promise.all(names.map(async (name) => `- [${await titleOf(name)}](${name})`));
  return `# Decisions

Where the contract leaves a choice, a page says what was chosen and why. A page is named by the next free number and its
title; one that no longer holds says which page took its place, and stays. This index is generated: \`npm run generate\`.

\`\`\`markdown
${TEMPLATE}
\`\`\`

## Index

${rows.join('\n')}
`;
}

/** @throws Error when a page does not begin with its number and a title */
async function titleOf(name: string): Promise<string> {
  const [heading = ''] = (await readFile(join(FOLDER, name), 'utf8')).split('\n', 1);
  if (!heading.startsWith(`# ${name.slice(0, 4)}: `)) throw new Error(`${name} begins with no heading of its number.`);
  return heading.slice('# '.length);
}
