import type { AnswerGroup, InsightAnswer } from '../../../../clients/typescript/wire.ts';
import type { Screen } from '../../../output/screen.ts';
import { tableText, type Column } from '../../../output/table.ts';
import { measuredText } from '../lane/measured-text.ts';
import { partsText } from '../lane/record-text.ts';
import { sparkline } from '../lane/sparkline.ts';
import { attemptsText, feedbackText, markersText, requestsText } from './rows-text.ts';

/** An answer for people: the figures of its groups, or its rows. */
export function answerText(answer: InsightAnswer, screen: Screen): string {
  const { shape, groups = [], requests, attempts, feedback, markers } = answer;
  if (requests !== undefined) return requestsText(requests, screen);
  if (attempts !== undefined) return attemptsText(attempts, screen);
  if (feedback !== undefined) return feedbackText(feedback, screen);
  if (markers !== undefined) return markersText(markers, screen);
  if (shape === 'overview' && groups.every(({ dimension }) => dimension === undefined))
    return partsText([figuresText(groups, screen), latenciesText(groups, screen)]);
  const trends = shape === 'series' && screen.width !== undefined ? trendsText(groups, screen) : '';
  return partsText([trends, groupsText(groups, screen), latenciesText(groups, screen)]);
}

/** Sentences about the completeness of an answer. */
export function answerNotes({ coverage, truncated, missing }: InsightAnswer): string[] {
  return [
    ...(coverage.length === 0 ? [] : [`The figures are incomplete: ${coverage.join(', ')}.`]),
    ...(missing === undefined ? [] : [`Traffic is missing: ${missing.times} times, ${missing.lines} lines.`]),
    ...(truncated ? ['The answer is truncated: it leaves out rows or groups beyond its limit.'] : []),
  ];
}

/** One line for each figure. */
function figuresText(groups: readonly AnswerGroup[], screen: Screen): string {
  const hasPrevious = groups.some(({ previous }) => previous !== undefined);
  const columns: Column[] = [
    { title: 'METRIC' },
    { title: 'VALUE', isNumber: true },
    ...(hasPrevious ? [{ title: 'PREVIOUS', isNumber: true } as const] : []),
    { title: 'PURPOSE' },
  ];
  const rows = groups.flatMap(({ cells, purpose, previous }) =>
    cells.map(({ metric, value }) => {
      const before = previous?.cells.find((cell) => cell.metric === metric);
      return [
        metric,
        measuredText(value),
        ...(hasPrevious ? [before === undefined ? '-' : measuredText(before.value)] : []),
        purpose,
      ];
    }),
  );
  return rows.length === 0 ? '' : tableText(columns, rows, screen);
}

/** One line for each group, with its figures. */
function groupsText(groups: readonly AnswerGroup[], screen: Screen): string {
  const metrics = metricsOf(groups);
  const columns: Column[] = [
    { title: 'GROUP', canShrink: true },
    ...metrics.map((title) => ({ title, isNumber: true }) as const),
    { title: 'PURPOSE' },
  ];
  const rows = groups.map((group) => [
    groupName(group),
    ...metrics.map((metric) => {
      const cell = group.cells.find((one) => one.metric === metric);
      return cell === undefined ? '-' : measuredText(cell.value);
    }),
    group.purpose,
  ]);
  return rows.length === 0 ? '' : tableText(columns, rows, screen);
}

/** The bucket and the value of a group. */
function groupName({ bucket, facet, dimension }: AnswerGroup): string {
  const value =
    facet === undefined
      ? dimension === undefined
        ? undefined
        : `${dimension.name} ${dimension.withheld ? '(withheld)' : (dimension.value ?? (dimension.other ? '(other)' : '(none)'))}`
      : `${facet.member} ${facet.value ?? (facet.unserved ? '(unserved)' : facet.other ? '(other)' : '(none)')}`;
  return [bucket?.label, value].filter((part) => part !== undefined).join('  ') || '(all)';
}

/** One line for each metric and purpose of a series: bars over the buckets of all its traffic. */
function trendsText(groups: readonly AnswerGroup[], screen: Screen): string {
  const whole = groups.filter(({ facet, dimension }) => facet === undefined && dimension === undefined);
  const figures = new Map<string, (number | undefined)[]>();
  for (const { cells, purpose } of whole)
    for (const { metric, value } of cells) {
      const name = `${metric} ${purpose}`;
      const figure = value.state === 'unavailable' ? undefined : Number(value.number);
      figures.set(name, [...(figures.get(name) ?? []), figure]);
    }
  const rows = [...figures].map(([name, values]) => [name, sparkline(values, screen)]);
  return rows.length === 0 ? '' : tableText([{ title: 'TREND' }, { title: 'BUCKETS' }], rows, screen);
}

function latenciesText(groups: readonly AnswerGroup[], screen: Screen): string {
  const rows = groups.flatMap((group) =>
    (group.latency ?? []).flatMap(({ metric, populations }) =>
      populations.map(({ outcome, samples, quantiles }) => [
        metric,
        outcome,
        groupName(group),
        samples,
        ...(['p50', 'p95', 'p99'] as const).map((level) =>
          quantiles === undefined ? 'unavailable' : `${quantiles[level]} ms`,
        ),
      ]),
    ),
  );
  const numbers = ['SAMPLES', 'P50', 'P95', 'P99'].map((title) => ({ title, isNumber: true }) as const);
  const columns: Column[] = [
    { title: 'LATENCY' },
    { title: 'OUTCOME' },
    { title: 'GROUP', canShrink: true },
    ...numbers,
  ];
  return rows.length === 0 ? '' : tableText(columns, rows, screen);
}

function metricsOf(groups: readonly AnswerGroup[]): string[] {
  return [...new Set(groups.flatMap(({ cells }) => cells.map(({ metric }) => metric)))];
}
