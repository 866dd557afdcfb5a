import type { EmbeddedDetector } from '../../domain/guardrails/detectors.ts';
import { IBAN_LENGTHS } from '../../domain/guardrails/identifiers/iban-lengths.ts';
import { countCharacters } from '../../domain/guardrails/text/character-offsets.ts';
import { createRandom, type Random } from '../random.ts';
import { fillForm } from './fill-form.ts';
import { breakLastDigit, makeBitcoinAddress, makeCard, makeEmail, makeIban, makeWebToken } from './identifier-forms.ts';
import { SECRET_FORMS } from './secret-forms.ts';

/** A text with the things in it. Offsets are in characters. */
interface LabelledText {
  readonly text: string;
  readonly labels: readonly { readonly detector: EmbeddedDetector; readonly start: number; readonly end: number }[];
}

/** Sentences with a place `{}` for a value. */
const SENTENCES = [
  'Please charge {} today.',
  'Ann wrote to us from Oslo: "use {}", and nothing else.',
  'config.set("value", \'{}\');',
  '{"note":"{}"}',
  'export VALUE={}',
  '안녕하세요 🙂, 제 값은 {} 입니다.',
  '| row | {} | 12.50 |',
  'Prezada Júlia, o valor é {}; obrigado.',
] as const;

/** Values that look like the wanted ones and are none of them. */
function makeNegative(random: Random): string {
  return random.pick<() => string>([
    () => breakLastDigit(makeCard(random)),
    () => breakLastDigit(makeIban('DE', 22, random)),
    () => fillForm('<uuid>', random),
    () => fillForm('<hex:40>', random),
    () => fillForm('sha512-<base64:86>==', random),
    () => fillForm('<digit:13>', random).replace(/^./, '1'),
    () => fillForm('req_<lower:26>', random),
    () => `lodash@4.17.${random.whole(0, 30)}`,
    () => `git@github.com:acme/${fillForm('<lower:8>', random)}.git`,
    () => fillForm('eyJ<url:30>.<url:20>', random),
    () => `user${random.whole(1, 99)}@example.com`,
    () => `2026-03-0${random.whole(1, 9)}T08:00:00.000Z`,
    () => 'sk-proj-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    () => 'AKIAIOSFODNN7EXAMPLE',
    () => makeBitcoinAddress(random).replace(/.$/, (last) => (last === 'q' ? 'p' : 'q')),
  ])();
}

function makePositive(random: Random): readonly [EmbeddedDetector, string, string] {
  const countries = Object.entries(IBAN_LENGTHS);
  return random.pick<() => readonly [EmbeddedDetector, string, string]>([
    () => ['card', '', makeCard(random)],
    () => ['iban', '', makeIban(...random.pick(countries), random)],
    () => ['email', '', makeEmail(random)],
    () => ['jwt', '', makeWebToken(random)],
    () => ['crypto_address', '', makeBitcoinAddress(random)],
    () => {
      const { forms, context = '' } = random.pick(SECRET_FORMS);
      return ['secrets', context, fillForm(random.pick(forms), random)];
    },
  ])();
}

/** Sentences with a value each, half of them with one that is to be found. */
export function makeLabelledTexts(count: number, seed: number): LabelledText[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const [before = '', after = ''] = random.pick(SENTENCES).split('{}');
    if (index % 2 === 1) return { text: before + makeNegative(random) + after, labels: [] };
    const [detector, context, value] = makePositive(random);
    const start = countCharacters(before + context);
    return {
      text: before + context + value + after,
      labels: [{ detector, start, end: start + countCharacters(value) }],
    };
  });
}
