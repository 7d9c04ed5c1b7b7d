import { Combobox, type Option } from "#app/staff-kit/combobox.tsx";

const topics: readonly Option[] = ["AI", "Cloud", "Data", "Infrastructure", "Renewable energy", "Security"].map(
  (name) => ({ value: name.toLowerCase().replaceAll(" ", "-"), name }),
);

/** Fields of forms. */
export function FieldExamples() {
  return (
    <section className="gallery" aria-labelledby="fields">
      <h2 id="fields">Fields</h2>
      <form className="gallery-fields">
        <TopicField name="topics" />
        <Combobox
          label="Owner"
          name="owner"
          isSingle
          isOptional
          options={[]}
          search={searchPeople}
          hint="Type a name."
        />
        <Combobox label="Tags" name="tags" options={topics} error="Choose at least one tag." />
        <Combobox label="Reviewer" name="reviewer" options={[]} search={failToSearch} />
      </form>
    </section>
  );
}

export function TopicField({ name }: { name: string }) {
  return (
    <Combobox
      label="Topics"
      name={name}
      options={topics}
      defaultValue={topics.slice(0, 2)}
      create={(text) => ({ value: text.toLowerCase(), name: text })}
      hint="Choose several, or type a new one."
    />
  );
}

async function searchPeople(query: string): Promise<Option[]> {
  return ["Demo Admin 1", "Demo Editor 1", "Demo Editor 2"]
    .filter((name) => name.toLowerCase().includes(query.toLowerCase()))
    .map((name, at) => ({ value: `person-${at}`, name, note: "Marketing" }));
}

async function failToSearch(): Promise<Option[]> {
  throw new Error("No answer");
}
