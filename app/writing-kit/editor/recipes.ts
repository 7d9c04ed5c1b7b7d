/** Classes that stand in more than one place, by their names. */
export const recipes = {
  // What floats in the editor, and its bars.
  "editor-bubble":
    "absolute z-4 type-500-14/1.25rem-text flex gap-2px items-center max-w-full p-[4px_6px] text-on-primary bg-primary rounded-full",
  "editor-address":
    "flex gap-6px items-center min-w-0 p-[0_10px] [&_span:first-child]:overflow-hidden [&_span:first-child]:text-ellipsis [&_span:first-child]:whitespace-nowrap",
  "editor-slash": "[&_small]:block [&_small]:text-ink-2 [&_small]:font-400 [&_small]:text-13",
  "editor-handle":
    "absolute -left-52px z-2 flex text-ink-2 [&_button]:grid [&_button]:place-items-center [&_button]:w-24px [&_button]:h-28px [&_button]:rounded-8px [&_button:hover]:text-ink [&_button:hover]:bg-surface-2 [&_[draggable]]:cursor-grab lt-md:hidden",
  "editor-find":
    "sticky top-45px z-3 block p-[6px_page] text-13 bg-surface border-b-1px-line [&_form]:flex [&_form]:flex-wrap [&_form]:gap-[6px_8px] [&_form]:items-center [&_p]:min-w-64px [&_p]:text-ink-2 lt-md:top-0",
  "editor-link":
    "grid gap-12px [&_ul:empty]:hidden [&_li>button]:grid [&_li>button]:w-full [&_li>button]:p-[6px_8px] [&_li>button]:text-left [&_li>button]:rounded-8px [&_li>button:hover]:bg-surface-2 [&_li_span]:text-ink-2 [&_li_span]:text-13",
  "is-editor-empty":
    "[.editor-text_&:first-child::before]:[float:left] [.editor-text_&:first-child::before]:h-0 [.editor-text_&:first-child::before]:text-ink-3 [.editor-text_&:first-child::before]:pointer-events-none [.editor-text_&:first-child::before]:[content:attr(data-placeholder)]",
  selectedCell: "[.editor-text_&]:bg-info-bg",
  "editor-footnote":
    "relative p-[12px_0_0_36px] type-400-15/1.55-text border-t-1px-line before:absolute before:left-0 before:text-accent-text before:font-600 before:[content:attr(data-note)]",
  "editor-addresses": "[.editor-text_&]:text-ink-2 [.editor-text_&]:text-13",
  "editor-no-picture": "p-[4px_8px] text-ink-2 type-400-14/1.4-text bg-warn-bg",
  "editor-placeholder":
    "my-1em p-24px text-ink-2 type-400-14/1.4-text text-center bg-surface border-1px-dashed-line-strong",
  "editor-drop": "bg-focus",
  // The frame of the article editor: its tools, the sheet, the outline and the source.
  editor: 'relative min-w-0 border-t-1px-line [&_[aria-pressed="true"]]:bg-surface-2',
  "editor-tools":
    "sticky top-0 z-3 flex gap-[8px_16px] items-center p-[6px_page] bg-bg border-b-1px-line lt-md:flex-wrap lt-md:gap-4px",
  "editor-bar":
    "flex flex-1 gap-2px items-center min-w-0 p-4px -m-4px overflow-x-auto [scrollbar-width:thin] lt-md:flex-[1_0_100%] lt-md:m-0",
  "editor-group":
    "flex flex-none gap-2px items-center [.editor-group+&]:ml-6px [.editor-group+&]:pl-6px [.editor-group+&]:border-l-1px-line",
  "editor-count": "flex-none text-ink-2 text-13 tabular-nums whitespace-nowrap",
  "editor-block-bar":
    "sticky top-45px z-2 m-0 p-[6px_page] text-13 bg-surface border-b-1px-line [&>b]:flex-none [&>b]:mr-8px [&>b]:font-600 [&_label]:flex-none [&_label]:text-ink-2 lt-md:top-0 lt-md:static",
  "editor-choice": "[.editor-block-bar_&]:flex-none",
  "editor-fault": "[color:var(--error)]",
  "editor-notice": "p-[10px_page] text-14 bg-warn-bg",
  "editor-losses": "[&_ul]:m-[6px_0_10px] [&_ul]:pl-1.2em [&_ul]:list-disc [&_ul]:wrap-anywhere",
  "editor-outline":
    'sticky top-60px flex-none w-216px max-h-[calc(100svh_-_160px)] mt-24px overflow-auto text-ink-2 text-13 [&_button]:w-full [&_button]:p-[5px_8px] [&_button]:leading-1.125rem [&_button]:text-left [&_button]:rounded-8px [&_button:hover]:text-ink [&_button:hover]:bg-surface-2 [&_[data-level="3"]]:pl-12px lt-md:static lt-md:w-full lt-md:max-h-40svh',
  "editor-source":
    "flex-1 [field-sizing:content] w-full max-w-48rem min-h-60svh m-[20px_auto] p-16px text-ink [font:400_0.875rem/1.6_ui-monospace,_SFMono-Regular,_Menlo,_Consolas,_monospace] bg-surface border-1px-line-strong rounded-control resize-y [tab-size:2] lt-md:flex-none lt-md:text-16",
  // Focus mode: the text alone, on the whole screen; the tools come back with the pointer or the keyboard.
  "editor-quiet": "fixed inset-0 z-40 overflow-auto bg-bg border-0",
};
