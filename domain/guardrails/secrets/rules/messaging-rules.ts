import { marked, near, prefixed, type SecretRule } from './secret-rule.ts';

/** Credentials of services that send messages. */
export const MESSAGING_RULES: readonly SecretRule[] = [
  prefixed('slack-bot-token', 'bot token of Slack', 'xoxb-', String.raw`\d{10,13}-\d{10,13}-[A-Za-z0-9]{24}`),
  prefixed(
    'slack-user-token',
    'user token of Slack',
    ['xoxp-', 'xoxe-'],
    String.raw`\d{10,13}-\d{10,13}-\d{10,13}-[0-9a-f]{32}`,
  ),
  prefixed('slack-app-token', 'app token of Slack', 'xapp-1-A', String.raw`[A-Z0-9]{8,12}-\d{10,14}-[0-9a-f]{64}`),
  prefixed(
    'slack-webhook',
    'incoming webhook of Slack',
    'hooks.slack.com/services/',
    'T[A-Z0-9]{8,12}/B[A-Z0-9]{8,12}/[A-Za-z0-9]{24}',
    { alphabet: '/' },
  ),
  prefixed(
    'discord-webhook',
    'webhook of Discord',
    ['discord.com/api/webhooks/', 'discordapp.com/api/webhooks/'],
    String.raw`\d{17,20}/[\w-]{60,72}`,
    { alphabet: '/' },
  ),
  near('discord-bot-token', 'bot token of Discord', 'discord', String.raw`[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,38}`),
  near(
    'telegram-bot-token',
    'bot token of Telegram',
    ['telegram', 'api.telegram.org/bot'],
    String.raw`(?:bot)?\d{8,10}:AA[\w-]{33}`,
    {
      alphabet: ':',
    },
  ),
  near('twilio-auth-token', 'auth token of Twilio', 'twilio', '[0-9a-f]{32}'),
  near('twilio-api-key', 'API key of Twilio', 'twilio', 'SK[0-9a-f]{32}'),
  prefixed('sendgrid-api-key', 'API key of SendGrid', 'SG.', String.raw`[\w-]{22}\.[\w-]{43}`),
  prefixed('mailgun-api-key', 'API key of Mailgun', 'key-', '[0-9a-f]{32}'),
  marked('mailchimp-api-key', 'API key of Mailchimp', '-us', {
    offset: 32,
    pattern: String.raw`[0-9a-f]{32}-us\d{1,2}`,
  }),
  prefixed('brevo-api-key', 'API key of Brevo', 'xkeysib-', '[0-9a-f]{64}-[A-Za-z0-9]{16}'),
  prefixed('resend-api-key', 'API key of Resend', 're_', '[A-Za-z0-9]{8}_[A-Za-z0-9]{24}', { leastEntropy: 3.5 }),
];
