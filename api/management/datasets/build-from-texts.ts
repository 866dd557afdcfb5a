import { ContentRefused } from '../../../contracts/ingest/events/captured-content.ts';
import type { AppendedRequest } from '../../../contracts/quality/datasets/appended-ending.ts';
import type { NewDatasetDocument } from '../../../contracts/quality/datasets/new-dataset.ts';
import type { DatasetLine } from '../../../contracts/quality/datasets/dataset-sources.ts';
import { invalidMember, Refusal } from '../../../domain/kernel/errors.ts';
import type { DatasetMember } from '../../../domain/quality/datasets/dataset-member.ts';
import { distinctMembers } from '../../../domain/quality/datasets/distinct-members.ts';
import { requireBoundedAnnotations } from '../../../domain/quality/datasets/edit-members.ts';
import { expandTemplates } from '../../../domain/quality/datasets/expand-templates.ts';
import type { DatasetPorts } from '../ports/dataset-ports.ts';
import type { BuiltDataset } from './build-from-facts.ts';
import { contentHash } from './capture-members.ts';
import { requireDatasets } from './require-datasets.ts';

/** A request to append, with its texts. */
interface WrittenItem {
  readonly instruction: string;
  readonly output: string | undefined;
  readonly model: string | undefined;
  readonly segment: string;
  readonly annotations: Readonly<Record<string, string>>;
}

/**
 * Builds a dataset whose requests are appended to traffic. Their texts are stored when this returns.
 * @throws Refusal `feature_absent` if the deployment stores no texts of this kind, `validation_failed` for an unknown
 *   environment, `dependency_unavailable` if there is no space for the texts
 */
export async function buildFromTexts(
  ports: DatasetPorts,
  workspaceId: string,
  body: NewDatasetDocument,
): Promise<BuiltDataset> {
  const kind = body.synthetic === undefined ? 'imported' : 'synthetic';
  const items = body.import?.lines.map(itemOfLine) ?? itemsOfTemplates(body);
  requireCapture(ports, items);
  const environmentId = (body.import ?? body.synthetic)?.environment_id;
  const scope = await requireDatasets(ports).store.scopeOf(workspaceId, environmentId);
  if (scope === undefined) {
    const detail = 'The workspace has no such environment, or several. Send the `environment_id` of one of them.';
    throw invalidMember(`/${body.builder}/environment_id`, detail);
  }
  const at = ports.clock.now();
  const written = items.map((item) => ({ item, requestId: ports.newId('request') }));
  const candidates = written.map(({ item, requestId }): DatasetMember => {
    const { segment, output, annotations } = item;
    const place = { environmentId: scope.environment_id, admittedAtMs: at.getTime() };
    const captured = { contentHash: contentHash(item.instruction), hasAnswer: output !== undefined };
    return { requestId, kind, segment, annotations, ...place, ...captured };
  });
  const { members, duplicates } = distinctMembers(candidates);
  requireBoundedAnnotations(members);
  const memberIds = new Set(members.map(({ requestId }) => requestId));
  const stored = written.filter(({ requestId }) => memberIds.has(requestId));
  for (const { item, requestId } of stored) await keepTexts(ports, { workspaceId, requestId, admittedAt: at }, item);
  const requests = stored.map(({ item, requestId }): AppendedRequest => {
    const { segment, model, output } = item;
    return { requestId, kind, segment, model, hasAnswer: output !== undefined };
  });
  return {
    definition: definitionOf(body, scope.environment_id),
    members,
    duplicates,
    retentionGeneration: undefined,
    appended: { scope, requests, at },
  };
}

function itemOfLine({ instruction, output, model, segment = '', expected, labels = {} }: DatasetLine): WrittenItem {
  const annotations = {
    ...(expected !== undefined && { expected }),
    ...Object.fromEntries(
      Object.entries(labels)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([metric, verdict]) => [`label.${metric}`, verdict]),
    ),
  };
  return { instruction, output, model, segment, annotations };
}

function itemsOfTemplates({ synthetic }: NewDatasetDocument): WrittenItem[] {
  if (synthetic === undefined) return [];
  const { templates, values = {}, limit, seed = 0, segment = '' } = synthetic;
  return expandTemplates({ templates, values, limit, seed }).map(({ text, template }) => ({
    ...{ instruction: text, output: undefined, model: undefined, segment },
    annotations: { template: String(template) },
  }));
}

/** @throws Refusal `feature_absent` if texts would be lost */
function requireCapture({ contents }: DatasetPorts, items: readonly WrittenItem[]): void {
  const needsResponse = items.some(({ output }) => output !== undefined);
  if (contents?.wanted.request === true && (contents.wanted.response || !needsResponse)) return;
  const setting = needsResponse
    ? '`dashboard.capture.request` and `dashboard.capture.response`'
    : '`dashboard.capture.request`';
  const detail = `This deployment does not store these texts, so the items would be empty. Set ${setting} in the configuration file.`;
  throw new Refusal('feature_absent', detail);
}

async function keepTexts(
  { contents }: DatasetPorts,
  request: { readonly workspaceId: string; readonly requestId: string; readonly admittedAt: Date },
  { instruction, output }: WrittenItem,
): Promise<void> {
  try {
    await contents?.keep({ ...request, request: instruction, ...(output !== undefined && { response: output }) });
  } catch (cause) {
    if (!(cause instanceof ContentRefused)) throw cause;
    const detail = `The texts cannot be stored. ${cause.message} Make space, and send the request again.`;
    throw new Refusal('dependency_unavailable', detail, { cause });
  }
}

/** The parameters of the build without its texts. */
function definitionOf(
  { import: lines, synthetic }: NewDatasetDocument,
  environmentId: string,
): BuiltDataset['definition'] {
  if (synthetic === undefined) return { environment_id: environmentId, lines: lines?.lines.length ?? 0 };
  const { templates, values = {}, limit, seed = 0 } = synthetic;
  const placeholders = Object.fromEntries(Object.entries(values).map(([name, list]) => [name, list.length]));
  return { environment_id: environmentId, templates: templates.length, placeholders, limit, seed };
}
