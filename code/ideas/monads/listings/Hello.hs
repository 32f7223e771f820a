-- A value of type IO a describes a program; main is the one that gets run.
module Main (main) where

greeting :: String -> String
greeting name = "hello, " ++ name

main :: IO ()
main = do
  putStrLn "what's your name?"
  name <- getLine
  putStrLn (greeting name)
