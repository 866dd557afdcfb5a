import type { Trace, TraceFigures, TraceList, TraceStep } from '../../../../clients/typescript/wire.ts';
import { usageFault } from '../../../output/command-fault.ts';
import { tableText } from '../../../output/table.ts';
import { callOperation, type LaneFlags } from '../../../service/call-operation.ts';
import type { FlagValues } from '../../../tree/flag.ts';
import { scopeFrom, type SCOPE_FLAGS } from '../insights/question-flags.ts';
import { windowFrom, type WINDOW_FLAGS } from '../insights/window-flags.ts';
import { bodyOf, type BodyValues } from '../lane/body-of.ts';
import type { LaneAction } from '../lane/lane-action.ts';
import { laneOf } from '../lane/lane-flags.ts';
import { localTime } from '../lane/local-time.ts';
import { measuredText } from '../lane/measured-text.ts';
import { partsText, recordText } from '../lane/record-text.ts';

type QuestionValues = Omit<LaneFlags, 'application' | 'gateway' | 'environment'> &
  FlagValues<typeof WINDOW_FLAGS> &
  FlagValues<typeof SCOPE_FLAGS> &
  BodyValues;

interface ListValues extends QuestionValues {
  readonly 'order-by': string;
  readonly limit: number | undefined;
}

export const listTraces: LaneAction<ListValues> = {
  async run(context, { flags }) {
    const body = await bodyOf(context, flags, () => ({
      ...questionFrom(flags, context.now()),
      order_by: flags['order-by'],
      ...(flags.limit !== undefined && { limit: flags.limit }),
    }));
    const { bytes, data } = await callOperation<TraceList>(context, 'customer.traces.list', {
      flags: laneOf(flags),
      body,
    });
    return {
      kind: 'document',
      document: bytes,
      text: (screen) =>
        data.traces.length === 0
          ? ''
          : tableText(
              [{ title: 'OUTCOMES' }, { title: 'TRACE', canShrink: true }, { title: 'STARTED' }, ...FIGURES],
              data.traces.map(({ trace_id: id, figures }) => [
                outcomesText(figures),
                id,
                localTime(figures.started_at),
                ...figureCells(figures),
              ]),
              screen,
            ),
      notes: [...(data.traces.length === 0 ? ['No trace is in this window.'] : []), ...notesOf(data)],
    };
  },
};

export const readTrace: LaneAction<QuestionValues> = {
  async run(context, { args: [traceId], flags }) {
    if (traceId !== undefined && flags.body !== undefined)
      throw usageFault('The document of --body names a trace, so the argument is not expected.');
    const body = await bodyOf(context, flags, () => {
      if (traceId === undefined)
        throw usageFault('The command needs <trace-id>, or --body with a complete document.', 'tt cloud trace list');
      return { ...questionFrom(flags, context.now()), trace_id: traceId };
    });
    const { bytes, data } = await callOperation<Trace>(context, 'customer.traces.read', { flags: laneOf(flags), body });
    return {
      kind: 'document',
      document: bytes,
      text: (screen) =>
        partsText([
          recordText(
            [
              ['trace', data.trace_id],
              ['outcomes', outcomesText(data.whole)],
              ['started', localTime(data.whole.started_at)],
              ['duration', durationText(data.whole)],
              ['steps', data.step_count],
              ['tokens', measuredText(data.whole.tokens)],
              ['spend', measuredText(data.whole.spend)],
            ],
            screen,
          ),
          tableText(
            [
              { title: 'STEP', canShrink: true },
              { title: 'OUTCOMES' },
              { title: 'MODEL', canShrink: true },
              ...FIGURES,
            ],
            data.steps.map((step) => [
              stepText(step),
              outcomesText(step.own),
              (step.models ?? []).join(', ') || '-',
              ...figureCells(step.own),
            ]),
            screen,
          ),
        ]),
      notes: notesOf(data),
    };
  },
};

const FIGURES = [
  { title: 'DURATION', isNumber: true },
  { title: 'REQUESTS', isNumber: true },
  { title: 'TOKENS', isNumber: true },
  { title: 'SPEND', isNumber: true },
] as const;

function figureCells(figures: TraceFigures): string[] {
  return [durationText(figures), figures.requests, measuredText(figures.tokens), measuredText(figures.spend)];
}

function questionFrom(flags: QuestionValues, now: Date): object {
  return {
    schema: 1,
    scope: scopeFrom(flags),
    ...windowFrom(flags, now),
    ...(flags.purpose.length > 0 && { purposes: flags.purpose }),
  };
}

function durationText({ duration_ms: ms }: TraceFigures): string {
  return ms === undefined ? 'unknown' : `${ms} ms`;
}

function outcomesText({ outcomes }: TraceFigures): string {
  const present = Object.entries(outcomes).filter(([, count]) => count !== '0');
  return present.map(([outcome, count]) => `${count} ${outcome}`).join(', ') || '-';
}

/** A step, indented by its depth, with its agents and tools. */
function stepText({
  depth,
  logical_request_id: request,
  step_id: id,
  agents = [],
  tools = [],
  withheld,
}: TraceStep): string {
  const names = withheld ? ['(names withheld)'] : [...agents, ...tools];
  return `${'· '.repeat(Number(depth))}${[...names, id ?? request].join(' ')}`;
}

function notesOf({ coverage, truncated: isTruncated }: Pick<Trace, 'coverage' | 'truncated'>): string[] {
  return [
    ...(coverage.length === 0 ? [] : [`The figures are incomplete: ${coverage.join(', ')}.`]),
    ...(isTruncated ? ['The answer is truncated.'] : []),
  ];
}
