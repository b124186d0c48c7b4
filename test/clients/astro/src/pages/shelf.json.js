import { getCollection } from 'astro:content';

export async function GET() {
  const books = await getCollection('shelf');
  return Response.json(
    books.map(({ id, data, rendered }) => ({
      id,
      pages: data.pages,
      cover: data.cover,
      isDate: data.updated instanceof Date,
      html: rendered?.html,
    })),
  );
}
