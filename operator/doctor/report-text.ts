import type { Finding } from './findings/finding.ts';

/** The findings as a table for people: one line each, followed by the remedy, if any. */
export function reportText(findings: readonly Finding[]): string {
  const partWidth = Math.max(...findings.map(({ part }) => part.length));
  const checkWidth = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap(({ part, check, state, seen, remedy }) => {
    const line = `${state.padEnd(9)}${part.padEnd(partWidth + 2)}${check.padEnd(checkWidth + 2)}${seen}`;
    return remedy === '' ? [line] : [line, `${' '.repeat(9 + partWidth + checkWidth + 4)}→ ${remedy}`];
  });
  return [...lines, '', summaryOf(findings)].join('\n');
}

function summaryOf(findings: readonly Finding[]): string {
  const count = (state: Finding['state']): number => findings.filter((finding) => finding.state === state).length;
  return `${count('fault')} faults, ${count('warning')} warnings, ${count('unknown')} unknown, ${count('ok')} ok`;
}
