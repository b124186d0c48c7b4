/** What is used of nodemailer: its published types bring a whole client of a cloud service along. */
declare module 'nodemailer' {
  type Address = { name: string; address: string };

  export type SendMailOptions = {
    from: Address;
    to: Address;
    subject: string;
    html: string;
    text: string;
    headers?: Record<string, string>;
    messageId?: string;
    attachments?: Array<{ filename: string; contentType: string; content: Buffer | string }>;
    icalEvent?: { method: string; content: string };
  };

  type Timeouts = { connectionTimeout: number; greetingTimeout: number; socketTimeout: number };
  type Server =
    | { url: string }
    | {
        host: string;
        port: number;
        secure: boolean;
        name?: string;
        authMethod?: string;
        auth?: { user: string; pass: string };
      };

  export function createTransport(server: Server & Timeouts & { requireTLS: boolean }): {
    sendMail: (mail: SendMailOptions) => Promise<unknown>;
  };
}
