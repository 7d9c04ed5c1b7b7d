import { Form } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { page } from "./page.ts";

/** Starts an article and opens it. */
export function NewArticle() {
  return (
    <Form method="post" action={page.path}>
      <Button kind="primary" icon="plus" type="submit" name="do" value="new">
        New article
      </Button>
    </Form>
  );
}
