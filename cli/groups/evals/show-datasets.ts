import type { EvalDatasetSnapshot } from '../../../clients/typescript/management/wire.ts';
import { usageFault } from '../../output/command-fault.ts';
import type { Result } from '../../output/result.ts';
import type { Screen } from '../../output/screen.ts';
import { tableText } from '../../output/table.ts';
import { listResult, minuteText } from '../../plane/list-result.ts';
import { openPlane, type Plane } from '../../plane/open-plane.ts';
import { pageQuery } from '../../plane/plane-flags.ts';
import { refuseHeldFlags } from '../../plane/refuse-held-flags.ts';
import { workspaceOf } from '../../plane/workspace-of.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import type { DATASET_FLAGS } from './evals-flags.ts';

type DatasetInput = Input<typeof DATASET_FLAGS>;

export async function run(context: Context, { args: [id], flags }: DatasetInput): Promise<Result> {
  refuseHeldFlags(flags);
  if (id === undefined && (flags.resolve || flags.items !== undefined))
    throw usageFault('--resolve and --items describe one dataset.', 'tt evals datasets <dataset-id>');
  if (id !== undefined && (flags.limit !== undefined || flags.cursor !== undefined))
    throw usageFault('--limit and --cursor describe the list of datasets.', `tt evals datasets ${id} --items 10`);
  const plane = await openPlane(context, flags);
  return id === undefined ? await listDatasets(plane, flags) : await showDataset(plane, id, flags);
}

async function listDatasets(plane: Plane, flags: DatasetInput['flags']): Promise<Result> {
  const { bytes, data } = await plane.call('management.datasets.list', {
    query: { ...workspaceOf(plane, flags), ...pageQuery(flags) },
  });
  return listResult({
    bytes,
    columns: [
      { title: 'DATASET' },
      { title: 'NAME', canShrink: true },
      { title: 'BUILDER' },
      { title: 'VERSION', isNumber: true },
      { title: 'ITEMS', isNumber: true },
      { title: 'FIT' },
      { title: 'CREATED' },
    ],
    rows: data.datasets.map((dataset) => [
      dataset.dataset_id,
      dataset.name,
      dataset.builder,
      String(dataset.version),
      String(dataset.items),
      dataset.fit_eligible ? 'yes' : 'no',
      minuteText(dataset.created_at),
    ]),
    nextCursor: data.next_cursor,
    empty: 'There are no datasets.',
  });
}

async function showDataset(plane: Plane, dataset: string, flags: DatasetInput['flags']): Promise<Result> {
  const { bytes, data } = await plane.call('management.datasets.get', {
    ids: { dataset },
    query: workspaceOf(plane, flags),
  });
  const { resolve, items } = flags;
  const shown = items === undefined ? [] : data.item_list.slice(0, items);
  const found = resolve ? resolvedOf(data) : undefined;
  const isWhole = items === undefined && !resolve;
  return {
    kind: 'document',
    // The flags select a part of the endpoint's document.
    document: isWhole
      ? bytes
      : { ...data, item_list: items === undefined ? data.item_list : shown, ...(found && { resolved: found }) },
    text: (screen) =>
      [
        censusText(data),
        ...(found === undefined ? [] : [`resolved: ${countsText(found)}`]),
        ...(shown.length === 0 ? [] : [itemsText(shown, screen)]),
      ].join('\n'),
  };
}

function censusText(data: EvalDatasetSnapshot): string {
  const { requests, contents } = data.duplicates;
  return [
    `${data.dataset_id} ${data.name}, version ${data.version}, ${data.builder}`,
    `items: ${data.items} (${data.synthetic_items} synthetic, ${data.imported_items} imported), left out as duplicates: ${requests + contents}`,
    `captured: ${data.captured_requests} requests, ${data.captured_bodies} with their answers`,
    `can be fitted to: ${data.fit_eligible ? 'yes' : 'no'}`,
    `digest: ${data.digest}`,
  ].join('\n');
}

/** The number of items that exist, and of those that do not by reason. */
function resolvedOf({ item_list: items, excluded }: EvalDatasetSnapshot): Readonly<Record<string, number>> {
  return { present: items.filter(({ exclusion }) => exclusion === 'none').length, ...excluded };
}

function countsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

function itemsText(items: EvalDatasetSnapshot['item_list'], screen: Screen): string {
  return tableText(
    [
      { title: 'REQUEST', canShrink: true },
      { title: 'TIME' },
      { title: 'SEGMENT', canShrink: true },
      { title: 'KIND' },
      { title: 'EXCLUSION' },
    ],
    items.map((item) => [item.req_id, minuteText(item.req_ts), item.segment, item.kind, item.exclusion]),
    screen,
  );
}
