import { journey, type Place } from './journey.mjs';

declare const place: Place;

/** The outcome that the page of the test reads. */
(globalThis as unknown as { outcome: Promise<object> }).outcome = journey(place);
