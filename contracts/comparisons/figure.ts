import { Type, type TEnum, type TLiteral, type TObject, type TProperties, type TUnion } from 'typebox';
import type { FigureAbsence } from '../../domain/comparisons/figures/compare-costs.ts';
import { literalUnion } from '../wire/literal-union.ts';

const closed = { additionalProperties: false } as const;

/** An amount of money on the wire. */
export const NanoUsdSchema = Type.String({
  title: 'NanoUsd',
  maxLength: 38,
  pattern: '^(0|[1-9]\\d{0,37})$',
  description: 'Whole nano-USD as a decimal string',
  examples: ['1250000'],
});

type Absent<Reason extends FigureAbsence> = TObject<{
  state: TLiteral<'absent'>;
  reason: TEnum<Reason[]>;
}>;

/** A figure that cannot always be computed: it is present, or absent with a reason. Neither state means zero. */
export function figureSchema<Members extends TProperties, Reason extends FigureAbsence>(
  title: string,
  members: Members,
  reasons: readonly Reason[],
): TUnion<[TObject<{ state: TLiteral<'present'> } & Members>, Absent<Reason>]> {
  return Type.Union(
    [
      Type.Object({ state: Type.Literal('present'), ...members }, closed),
      Type.Object({ state: Type.Literal('absent'), reason: literalUnion([...reasons]) }, closed),
    ],
    { title },
  );
}
