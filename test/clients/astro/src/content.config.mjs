import { defineCollection } from 'astro:content';
import { pocketbaseLoader } from 'astro-loader-pocketbase';

const { CLIENT_URL: url, CLIENT_EMAIL: email, CLIENT_PASSWORD: password } = process.env;
const options = { url, superuserCredentials: { email, password } };

export const collections = {
  shelf: defineCollection({
    loader: pocketbaseLoader({
      ...options,
      collectionName: 'shelf',
      idField: 'title',
      contentFields: 'body',
      updatedField: 'updated',
      filter: 'pages > 100',
    }),
  }),
};
