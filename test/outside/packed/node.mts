import { journey } from './journey.mjs';

declare const process: { argv: string[]; stdout: { write(text: string): void } };

process.stdout.write(JSON.stringify(await journey(JSON.parse(process.argv[2] ?? ''))));
