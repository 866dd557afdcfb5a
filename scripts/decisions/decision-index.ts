import { DECISION_AREAS } from './decision-areas.ts';
import { type Decision, readDecisions } from './read-decisions.ts';

const TEMPLATE = `---
area: gateway
holds: One sentence, in the present tense, of what holds now because of this decision.
---

# 0000: The subject of the decision, in a few words

## Context

What made a decision necessary: what the contract leaves open, what was measured or seen to fail.

## Decision

What holds now, as sentences that a test could be written for.

## Alternatives

What else was considered, and what speaks against each.

## Consequences

What it costs, what it makes possible, and what would be a reason to change it.`;

const INTRODUCTION = `# Decisions

Where the contract leaves a choice, a page says what was chosen and why. This index is generated from the front matter
of the pages by \`npm run generate\`, and \`test/architecture/decisions.test.ts\` checks the front matter.

- A page takes the next free number. Its title is at most 70 characters of plain words.
- \`area\` is one of the areas of this index. \`holds\` is one sentence of at most 25 words.
- \`core: true\` marks the few decisions that every change meets.
- A page that a later one changes in part says \`amended_by: ['NNNN']\`, and the later one \`amends: ['NNNN']\`. A page that no
  longer holds says \`superseded_by: 'NNNN'\`, the later one \`supersedes: ['NNNN']\`, and the page stays.`;

/** `docs/decisions/README.md`: how to write a decision, the core decisions, and all decisions by area. */
export async function decisionIndex(): Promise<string> {
  const decisions = await readDecisions();
  const files = new Map(decisions.map(({ number, file }) => [number, file]));
  const listed = (chosen: readonly Decision[]) => chosen.map((decision) => entry(decision, files)).join('\n');
  const areas = Object.entries(DECISION_AREAS).map(
    ([area, heading]) => `### ${heading}\n\n${listed(decisions.filter((decision) => decision.area === area))}`,
  );
  return `${INTRODUCTION}

\`\`\`markdown
${TEMPLATE}
\`\`\`

## Core decisions

${listed(decisions.filter(({ core }) => core))}

## All decisions by area

${areas.join('\n\n')}
`;
}

function entry(decision: Decision, files: ReadonlyMap<string, string>): string {
  const { number, title, file, holds } = decision;
  return `- [${number}: ${title}](${file}). ${holds}${changes(decision, files)}`;
}

/** The changes of later decisions to this one, with links to them. */
function changes(decision: Decision, files: ReadonlyMap<string, string>): string {
  const { amended_by: amendedBy, superseded_by: supersededBy } = decision;
  const linked = (number: string) => `[${number}](${files.get(number) ?? ''})`;
  if (supersededBy !== undefined) return ` **Superseded by ${linked(supersededBy)}.**`;
  return amendedBy === undefined ? '' : ` Amended by ${amendedBy.map(linked).join(', ')}.`;
}
