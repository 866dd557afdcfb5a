import { TAG_PREFIX } from '../../../contracts/ingest/dimensions/dimension-names.ts';
import type { Dimensions } from '../../../contracts/ingest/dimensions/dimensions-schema.ts';
import type { FactEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import { FOLDED_TAG_KEY, FOLDED_VALUE } from '../../../domain/insight/folded-values.ts';
import type { ReplacedEnding } from '../../../store/ingest/planning/batch-plan.ts';
import type { Fact } from '../events/fact-rows.ts';
import type { FactLine } from '../events/read-batch.ts';
import {
  cellIndex,
  columnOfDimension,
  FOLDED_DIMENSIONS,
  foldedText,
  type FoldedDimension,
} from './folded-dimension.ts';

/** Positions of lines by the name of a dimension. Plans store names as texts; unknown names are ignored. */
type PlannedPositions = ReadonlyMap<string, readonly number[]>;

/** Replaces the folded values of lines, in their rows and in their events. Identities do not depend on them. */
export function foldLines(lines: readonly FactLine[], positions: PlannedPositions): readonly FactLine[] {
  const folded = dimensionsByLine(positions);
  if (folded.size === 0) return lines;
  return lines.map((line) => {
    const dimensions = folded.get(line.index);
    if (dimensions === undefined) return line;
    return { ...line, event: foldEvent(line.event, dimensions), fact: foldFact(line.fact, dimensions) };
  });
}

/**
 * Replaces the folded values in the rows of replaced endings. The rows of endings of earlier batches have them already,
 * so this affects endings of the batch itself.
 *
 * @param firstSeq the arrival sequence of the first line of the batch
 */
export function foldReplacedEndings(
  endings: readonly ReplacedEnding[],
  positions: PlannedPositions,
  firstSeq: bigint,
): readonly ReplacedEnding[] {
  const folded = dimensionsByLine(positions);
  if (folded.size === 0) return endings;
  return endings.map((ending) => {
    const dimensions = folded.get(Number(BigInt(ending.seq) - firstSeq));
    if (dimensions === undefined) return ending;
    const texts = dimensions
      .map((dimension) => [columnOfDimension(dimension), foldedText(dimension)] as const)
      .filter(([column]) => (ending.row[column] ?? '') !== '');
    return { ...ending, row: { ...ending.row, ...Object.fromEntries(texts) } };
  });
}

function dimensionsByLine(positions: PlannedPositions): ReadonlyMap<number, readonly FoldedDimension[]> {
  const folded = new Map<number, FoldedDimension[]>();
  for (const dimension of FOLDED_DIMENSIONS) {
    for (const index of positions.get(dimension) ?? []) {
      const known = folded.get(index);
      if (known === undefined) folded.set(index, [dimension]);
      else known.push(dimension);
    }
  }
  return folded;
}

function foldFact({ table, cells }: Fact, dimensions: readonly FoldedDimension[]): Fact {
  const folded = [...cells];
  for (const dimension of dimensions) {
    const index = cellIndex(table, dimension);
    if (index !== -1 && folded[index] !== '') folded[index] = foldedText(dimension);
  }
  return { table, cells: folded };
}

/** An ending that opens its request also makes the row of the request, from the event. */
function foldEvent(event: FactEvent, dimensions: readonly FoldedDimension[]): FactEvent {
  if (event.event === 'release_marker' || event.dimensions === undefined) return event;
  return { ...event, dimensions: foldStated(event.dimensions, new Set(dimensions)) };
}

function foldStated(stated: Dimensions, folded: ReadonlySet<string>): Dimensions {
  const members = Object.entries(stated).map(([name, value]): readonly [string, string] => {
    if (!name.startsWith(TAG_PREFIX)) return [name, folded.has(name) ? FOLDED_VALUE : value];
    return folded.has('tags') ? [`${TAG_PREFIX}${FOLDED_TAG_KEY}`, FOLDED_VALUE] : [name, value];
  });
  return Object.fromEntries(members);
}
