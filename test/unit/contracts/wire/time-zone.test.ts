import { expect, it } from 'vitest';
import { timeZones, unknownZoneDetail } from '../../../../contracts/wire/time-zone.ts';

it.each([
  ['Berlin', 'Europe/Berlin'],
  ['berlin', 'Europe/Berlin'],
  ['Europa/Berlin', 'Europe/Berlin'],
  ['Europe/Berln', 'Europe/Berlin'],
  ['America/NewYork', 'America/New_York'],
  ['Local', undefined],
  ['PST', undefined],
  ['+01:00', undefined],
  ['Mars/Olympus', undefined],
  ['x'.repeat(64), undefined],
])('%s suggests %s', (written, zone) => {
  expect(timeZones.nearest(written)).toBe(zone);
});

it('explains zones if no similar zone exists', () => {
  expect(unknownZoneDetail('PST')).toBe('must be a zone of the IANA time-zone database, such as `Europe/Berlin`.');
  expect(unknownZoneDetail('Berlin')).toBe(
    'must be a zone of the IANA time-zone database: did you mean `Europe/Berlin`?',
  );
});
