import { journey, type Place } from './journey.mjs';

declare const place: Place;

/** What the page of the test asks for. */
(globalThis as unknown as { outcome: Promise<object> }).outcome = journey(place);
