/** Two prompts, and whether an answer to the first also answers the second. */
export interface LabelledPair {
  readonly one: string;
  readonly other: string;
  readonly kind: 'same_words' | 'paraphrase' | 'near_miss';
}

const SAME_WORDS: readonly (readonly [string, string])[] = [
  ['What is the capital of France?', 'what is the capital of france'],
  ['How do I reset my password?', 'How can I reset my password?'],
  ['How do I reset my password?', 'Please tell me how to reset my password.'],
  ['Explain how photosynthesis works.', 'Can you explain how photosynthesis works?'],
  ['What are the opening hours of the museum?', 'What are the museum opening hours?'],
  ['Summarize the plot of Hamlet.', 'Summarize the plot of Hamlet, please!'],
  ['How long does it take to boil an egg?', 'How long does it take to boil eggs?'],
  [
    'What is the difference between a list and a tuple in Python?',
    'In Python, what is the difference between a list and a tuple?',
  ],
  ['Where can I download my invoices?', 'Where could I download the invoices?'],
  ['How do I cancel my subscription?', 'how do i cancel my subscription'],
  ['Which countries share a border with Switzerland?', 'Which countries share the border with Switzerland?'],
  ['Write a haiku about autumn leaves.', 'Please write a haiku about the autumn leaves'],
  ['What is the boiling point of water at sea level?', 'What is the boiling point of water at the sea level'],
  ['Who painted the ceiling of the Sistine Chapel?', 'Who was it that painted the ceiling of the Sistine Chapel?'],
  ['How do I merge two branches in git?', 'How can I merge two branches in git'],
  ['Wie kann ich mein Passwort zurücksetzen?', 'wie kann ich mein Passwort zurücksetzen'],
  ['Is my order already on its way?', 'is my order already on the way?'],
  ['What documents do I need to open a bank account?', 'What documents are needed to open a bank account?'],
  ['Give me a recipe for vegan pancakes', 'Give me a vegan pancakes recipe'],
  ['Can I return shoes that I have worn outside?', 'Could I return shoes I have worn outside?'],
  ['How does a heat pump heat a house in winter?', 'How does the heat pump heat a house in the winter?'],
  ['What does the error ECONNREFUSED mean?', 'what does error ECONNREFUSED mean?'],
  ['List the planets of the solar system by size', 'List planets of the solar system by size.'],
  ['Why is the sky blue?', 'Why is the sky so blue?'],
  ['Translate "good morning" into Japanese', 'Please translate "good morning" into Japanese.'],
];

const PARAPHRASES: readonly (readonly [string, string])[] = [
  ['What is the capital of France?', 'Which city is the capital of France?'],
  ['How do I reset my password?', 'I forgot my password, how do I get a new one?'],
  ['Why is the sky blue?', 'What makes the sky look blue?'],
  ['How do I cancel my subscription?', 'I want to end my subscription, what do I have to do?'],
  ['Who painted the Mona Lisa?', 'The Mona Lisa was painted by whom?'],
  ['Summarize the plot of Hamlet.', 'Give me a short summary of what happens in Hamlet.'],
  ['When does the museum open?', 'What are the opening hours of the museum?'],
  ['How do I merge two branches in git?', 'What is the git command for merging two branches?'],
  ['What documents do I need to open a bank account?', 'Which papers are required for opening an account at a bank?'],
  ['Where is my parcel?', 'Can you track my package?'],
  ['How can I speed up my website?', 'What can I do to make my site load faster?'],
  ['Explain recursion to a beginner.', 'What is recursion, in simple words?'],
  ['What is the population of Norway?', 'How many people live in Norway?'],
  ['How do I install Node on Ubuntu?', 'What are the steps for installing Node on Ubuntu?'],
  ['Is it safe to eat raw eggs?', 'Can eating raw eggs make me ill?'],
];

const NEAR_MISSES: readonly (readonly [string, string])[] = [
  ['How do I enable dark mode in the settings?', 'How do I disable dark mode in the settings?'],
  ['Can I eat this mushroom?', 'Can I not eat this mushroom?'],
  ['Which vaccines are recommended during pregnancy?', 'Which vaccines are not recommended during pregnancy?'],
  ['What is the weather in Oslo today?', 'What is the weather in Rome today?'],
  ['what is the weather in oslo today', 'what is the weather in rome today'],
  ['Convert 25 kilometers into miles.', 'Convert 52 kilometers into miles.'],
  ['Convert 25 kilometers into miles.', 'Convert 25 miles into kilometers.'],
  ['Write a function that returns the first three items.', 'Write a function that returns the first four items.'],
  ['Find flights from Paris to London for Friday', 'Find flights from London to Paris for Friday'],
  ['Who won the world cup in 1998?', 'Who won the world cup in 2002?'],
  ['How do I increase the memory limit of the container?', 'How do I decrease the memory limit of the container?'],
  ['Is ibuprofen safe for children with a fever?', 'Is aspirin safe for children with a fever?'],
  ['Translate "good morning" into Japanese', 'Translate "good evening" into Japanese'],
  ['Translate this sentence into German: the house is old', 'Translate this sentence into Dutch: the house is old'],
  ['What is the capital of Australia?', 'What is the capital of Austria?'],
  ['Explain the causes of the first world war', 'Explain the causes of the second world war'],
  ['Explain the causes of the French revolution', 'Explain the consequences of the French revolution'],
  ['How do I delete a branch in git?', 'How do I create a branch in git?'],
  ['Can I cancel my order before it is shipped?', 'Can I cancel my order after it is shipped?'],
  ['List the advantages of remote work', 'List the disadvantages of remote work'],
  ['The dog bit the man. Who was bitten?', 'The man bit the dog. Who was bitten?'],
  ['Sort the table by price in ascending order', 'Sort the table by price in descending order'],
  ['What is the largest lake in Africa?', 'What is the smallest lake in Africa?'],
  ['Which foods contain gluten?', 'Which foods contain no gluten?'],
  ['What does useEffect do in React?', 'What does useMemo do in React?'],
  ['Write a poem about the sea at night', 'Write a poem about the sea at dawn'],
  ['Is the shop open on Sunday?', 'Is the shop open on Monday?'],
  ['My account was hacked. What should I do?', 'My account was locked. What should I do?'],
  ['How many calories are in an apple?', 'How many calories are in a pineapple?'],
  ['Show orders where total > 100', 'Show orders where total < 100'],
  ['Anna gave Ben her book. Whose book is it?', 'Ben gave Anna her book. Whose book is it?'],
  ['Quel temps fait-il à Paris ?', 'Quel temps fait-il à Lyon ?'],
  ['Darf ich das Paket öffnen?', 'Darf ich das Paket nicht öffnen?'],
  ['How do I mount a volume in Docker?', 'How do I mount a volume in Podman?'],
  ['Reset the password of the user admin@example.com', 'Reset the password of the user root@example.com'],
  ['What is the side effect of taking vitamin D?', 'What is the side effect of taking vitamin K?'],
  ['Does the contract end if I do pay?', "Does the contract end if I don't pay?"],
  ['I am allergic to nuts. May I eat this cake?', 'I am not allergic to nuts. May I eat this cake?'],
  ['How do I get from the airport to the station?', 'How do I get from the station to the airport?'],
  ['what is the phone number of the sales team', 'what is the phone number of the support team'],
  ['Refactor this: const total = a + b', 'Refactor this: const total = a - b'],
  [
    'Write the email in a formal tone to the client about the delay',
    'Write the email in a friendly tone to the client about the delay',
  ],
  [
    'Summarize this report for the management in one paragraph',
    'Summarize this report for the engineers in one paragraph',
  ],
  ['Should a manager praise employees in public?', 'Should a manager criticize employees in public?'],
  ['What is the best way to store potatoes for the winter?', 'What is the best way to store tomatoes for the winter?'],
  [
    'Describe the life of a monk in the middle ages in the north of Italy in some detail',
    'Describe the life of a nun in the middle ages in the north of Italy in some detail',
  ],
];

const pairsOf = (kind: LabelledPair['kind'], pairs: readonly (readonly [string, string])[]): LabelledPair[] =>
  pairs.map(([one, other]) => ({ one, other, kind }));

/**
 * Pairs of prompts with the same question in the same words, with the same question in other words, and with similar
 * words but different questions.
 */
export const LABELLED_PAIRS: readonly LabelledPair[] = [
  ...pairsOf('same_words', SAME_WORDS),
  ...pairsOf('paraphrase', PARAPHRASES),
  ...pairsOf('near_miss', NEAR_MISSES),
];
