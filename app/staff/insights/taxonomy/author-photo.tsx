import type { ChangeEvent } from "react";
import { useState } from "react";
import { Form } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { KitField } from "#app/staff-kit/field.tsx";
import { Avatar } from "#app/staff-kit/tag.tsx";
import { scaleChosen } from "#app/staff/accounts/own/scale-picture.ts";
import type { TopicRow } from "./load-topics.ts";

/**
 * The photograph of an author. Where script runs, the browser cuts it to a small square before it is sent; the server
 * leaves out what a camera adds in any case.
 */
export function AuthorPhoto({ row: { id, version, name, photo } }: { row: TopicRow }) {
  const [preview, setPreview] = useState<string | null>(null);

  async function take({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    setPreview(null);
    const url = await scaleChosen(input);
    if (url) setPreview(url);
  }

  const removal = `photo-remove-${id}`;
  return (
    <>
      <Form
        className="topic-photo: grid gap-14px mt-20px pt-16px border-t-1px-line"
        method="post"
        action="?form=photo"
        encType="multipart/form-data"
        preventScrollReset
      >
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={version} />
        <Avatar name={name} picture={preview ?? photo} size="huge" />
        <KitField label="Photograph" hint="PNG, JPEG or WebP, 2 MB at most. Where and when it was taken is not stored.">
          {(ties) => (
            <input
              {...ties}
              type="file"
              name="photo"
              accept="image/png,image/jpeg,image/webp"
              onChange={(event) => void take(event)}
            />
          )}
        </KitField>
        <div className="kit-row">
          <Button type="submit" isSmall>
            Save the photograph
          </Button>
          <Button
            type="submit"
            form={removal}
            isSmall
            kind="danger"
            unavailable={photo === null ? "There is none." : undefined}
          >
            Remove
          </Button>
        </div>
      </Form>
      <Form id={removal} method="post" action="?form=photo-remove" preventScrollReset hidden>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={version} />
      </Form>
    </>
  );
}
