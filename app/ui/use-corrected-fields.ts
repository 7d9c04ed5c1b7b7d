// Bundle: forms
import { type FocusEvent, type FormEvent, useState } from "react";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** `watch` are props for the form; `corrected` are the names of the fields that are now correct. */
interface CorrectedFields {
  corrected: readonly string[];
  watch: {
    onInput: (event: FormEvent<HTMLFormElement>) => void;
    onBlur: (event: FocusEvent<HTMLFormElement>) => void;
  };
}

/**
 * Which fields of a refused form the visitor has corrected since, as the browser sees it: by each field's own
 * constraints, and by `fits`. A field counts as correct as soon as its value is, and as wrong again only when it is
 * left, so that nobody sees an error while typing. A new `refusal` resets this.
 */
export function useCorrectedFields(
  refusal: object | undefined,
  fits: (name: string, value: string) => boolean,
): CorrectedFields {
  const [state, setState] = useState<{ of: object | undefined; fields: readonly string[] }>({
    of: refusal,
    fields: [],
  });

  function note({ name }: Control, isRight: boolean) {
    setState((last) => {
      const fields = (last.of === refusal ? last.fields : []).filter((field) => field !== name);
      return { of: refusal, fields: isRight ? [...fields, name] : fields };
    });
  }

  function isRight({ value, validity, required, name }: Control): boolean {
    return validity.valid && !(required && value.trim() === "") && fits(name, value);
  }

  return {
    corrected: state.of === refusal ? state.fields : [],
    watch: {
      onInput: ({ target }) => {
        if (refusal && isControl(target) && isRight(target)) note(target, true);
      },
      onBlur: ({ target }) => {
        if (refusal && isControl(target) && !isRight(target)) note(target, false);
      },
    },
  };
}

function isControl(target: EventTarget): target is Control {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
  );
}
