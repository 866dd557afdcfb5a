import { MANAGEMENT_PROBLEMS } from '../../../contracts/management/problem.ts';
import { PROBLEMS } from '../../../contracts/problems/customer-problem.ts';
import { isManagementCode, REFUSAL_CODES } from '../../../domain/kernel/errors.ts';
import { MANAGEMENT_LANE } from '../../../api/management/lane/management-lane.ts';
import { collectMessages, type Message } from './collect-messages.ts';

interface Section {
  readonly title: string;
  readonly opening: string;
  readonly holds: (message: Message) => boolean;
  /** True if its messages are listed by the codes of problems. */
  readonly isByCode?: true;
}

/** The contexts and folders whose messages belong to only one lane. */
const OF_COMMANDS = /^(operator|maintenance|runtime|launcher)\//;
const OF_MANAGEMENT = /^(api\/management|(contracts|domain|store|analytics)\/(management|judges))\//;
const OF_CUSTOMER =
  /^(api\/customer|(contracts|domain|store)\/(comparisons|reports|schedules|views|insight|customer))\//;
const OF_CONFIGURATION =
  /^(domain\/(gateway|judges|management)\/|contracts\/(wire\/find-shape-faults|management\/configuration)|runtime\/configuration\/)/;

/** The sections of the document. A message appears in the first section that matches. */
const SECTIONS: readonly Section[] = [
  {
    title: 'Gateway',
    opening:
      'These texts are the member `message` of gateway errors. The heading of each list names the `type` of the error. [gateway.md](gateway.md) describes the forms of errors.',
    holds: ({ kind }) => kind === 'gateway',
    isByCode: true,
  },
  {
    title: 'Customer lane',
    opening: 'These texts are the member `detail` of problems of the customer lane.',
    holds: ({ kind, path }) => kind === 'refusal' && OF_CUSTOMER.test(path),
    isByCode: true,
  },
  {
    title: 'Management plane',
    opening: 'These texts are the member `detail` of problems of the management plane.',
    holds: ({ kind, path }) => kind === 'refusal' && OF_MANAGEMENT.test(path),
    isByCode: true,
  },
  {
    title: 'Commands and starts',
    opening:
      'Commands and processes write these texts to standard error before they exit. The exit code is 2 if the command was mistyped, else 1.',
    holds: ({ kind, path }) => kind === 'start' || kind === 'usage' || (kind === 'refusal' && OF_COMMANDS.test(path)),
  },
  {
    title: 'Both lanes and commands',
    opening:
      'These texts are the `detail` of problems of either lane, and the messages of commands that use the same stores.',
    holds: ({ kind }) => kind === 'refusal',
    isByCode: true,
  },
  {
    title: 'Doctor',
    opening: 'These texts are findings of `npm run doctor`. The remedy follows each finding.',
    holds: ({ kind }) => kind === 'doctor',
  },
  {
    title: 'Configuration file',
    opening:
      'These texts are faults of the configuration file. The file, the line and the name of the setting come before each text.',
    holds: ({ path }) => OF_CONFIGURATION.test(path),
  },
  {
    title: 'Members of requests and lines of traffic',
    opening:
      'These texts are the `detail` of a fault. The name of the member, or the reason of a refused line, comes before each text.',
    holds: () => true,
  },
];

/** `docs/error-messages.md`: every message of the lanes, the gateway and the commands, from the code. */
export function messagesDocument(): Promise<string> {
  const left = new Set(collectMessages());
  const sections = SECTIONS.flatMap((section) => {
    const held = [...left].filter(section.holds);
    held.forEach((message) => left.delete(message));
    return sectionLines(section, held);
  });
  return Promise.resolve([...INTRODUCTION, ...sections].join('\n'));
}

function sectionLines({ title, opening, isByCode }: Section, messages: readonly Message[]): string[] {
  const head = [`## ${title}`, '', opening, ''];
  if (isByCode === undefined) return [...head, ...itemsOf(messages), ''];
  const codes = [...new Set(messages.map(({ code }) => code))].sort();
  return [
    ...head,
    ...codes.flatMap((code) => [
      ...(code === '' ? [] : [`### ${title}: ${code}`, '', ...statusLines(title, code)]),
      ...itemsOf(messages.filter((message) => message.code === code)),
      '',
    ]),
  ];
}

/** Status and title of a code, in each lane that answers it. */
function statusLines(title: string, code: string): string[] {
  const reason = REFUSAL_CODES.find((one) => one === code);
  if (reason === undefined || title === 'Gateway') return [];
  const customer = isManagementCode(reason) ? undefined : PROBLEMS[reason];
  const { code: managed, status } = MANAGEMENT_LANE.answerTo(reason);
  const lines = [
    ...(customer && title !== 'Management plane' ? [`Customer lane: ${customer.status}, “${customer.title}”.`] : []),
    ...(title === 'Customer lane' ? [] : [`Management plane: ${status}, “${managedTitle(managed)}”.`]),
  ];
  return lines.length === 0 ? [] : [lines.join(' '), ''];
}

function managedTitle(code: string): string {
  return Object.entries(MANAGEMENT_PROBLEMS).find(([name]) => name === code)?.[1].title ?? '';
}

function itemsOf(messages: readonly Message[]): string[] {
  return messages.map(({ text, path }) => `- ${escaped(text)} (\`${path}\`)`);
}

/** Escapes the Markdown characters of a message outside of code. */
function escaped(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .split('`')
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[<*_[\]]/g, String.raw`\$&`)))
    .join('`');
}

const INTRODUCTION = [
  '# Error messages',
  '',
  'This page lists every message of both lanes of the API, the gateway and the commands. A name in braces stands for a',
  'value of the request or of the system. The file in parentheses creates the message. [errors.md](errors.md) explains',
  'codes and statuses, which programs use. Messages are for people and can change. `npm run generate` creates this page',
  'from the code, and `npm run prose` checks its sentences.',
  '',
];
